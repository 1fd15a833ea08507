#include "CProfiles.h"

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

static const uint8_t schema_org[] = {
#embed "schema.org.toml"
};

static const uint8_t recipemd[] = {
#embed "recipemd.toml"
};

static const uint8_t example[] = {
#embed "example.toml"
};
#pragma clang diagnostic pop

// In the order in which they are recognized.
static const struct cprofiles_entry profiles[] = {
  {"recipes", "recipes", 1, recipes, sizeof recipes},
  {"meals", "meals", 1, meals, sizeof meals},
  {"paintings", "artObjects", 1, paintings, sizeof paintings},
  {"breeds", "breeds", 1, breeds, sizeof breeds},
  {"jsonfeed", "items", 1, jsonfeed, sizeof jsonfeed},
  {"schema.org", 0, 1, schema_org, sizeof schema_org},
  {"recipemd", 0, 0, recipemd, sizeof recipemd},
};

int cprofiles_count(void) { return sizeof profiles / sizeof profiles[0]; }

struct cprofiles_entry cprofiles_profile(int place) { return profiles[place]; }

struct cprofiles_entry cprofiles_example(void) {
  return (struct cprofiles_entry){"example", 0, 0, example, sizeof example};
}
