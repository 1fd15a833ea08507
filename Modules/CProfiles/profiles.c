#include "CProfiles.h"

#include <string.h>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const uint8_t recipes[] = {
#embed "recipes.toml"
};

static const uint8_t meals[] = {
#embed "meals.toml"
};

static const uint8_t paintings[] = {
#embed "paintings.toml"
};

static const uint8_t breeds[] = {
#embed "breeds.toml"
};

static const uint8_t jsonfeed[] = {
#embed "jsonfeed.toml"
};

static const uint8_t schema[] = {
#embed "schema.org.toml"
};

static const uint8_t recipemd[] = {
#embed "recipemd.toml"
};

static const uint8_t example[] = {
#embed "example.toml"
};
#pragma clang diagnostic pop

static const struct {
  const uint8_t *bytes;
  int length;
} profiles[] = {
  [CPROFILES_RECIPES] = {recipes, sizeof recipes},
  [CPROFILES_MEALS] = {meals, sizeof meals},
  [CPROFILES_PAINTINGS] = {paintings, sizeof paintings},
  [CPROFILES_BREEDS] = {breeds, sizeof breeds},
  [CPROFILES_JSONFEED] = {jsonfeed, sizeof jsonfeed},
  [CPROFILES_SCHEMA] = {schema, sizeof schema},
  [CPROFILES_RECIPEMD] = {recipemd, sizeof recipemd},
  [CPROFILES_EXAMPLE] = {example, sizeof example},
};

int cprofiles_length(enum cprofiles_profile profile) { return profiles[profile].length; }

void cprofiles_copy(enum cprofiles_profile profile, uint8_t *buffer) {
  memcpy(buffer, profiles[profile].bytes, profiles[profile].length);
}
