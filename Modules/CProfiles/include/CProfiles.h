// The profiles that are part of the program, each a document in TOML.
#ifndef CPROFILES_H
#define CPROFILES_H

#include <stdint.h>

/// The profiles, those first that are recognized first; the last one is the example for people's own.
enum cprofiles_profile {
  CPROFILES_RECIPES,
  CPROFILES_MEALS,
  CPROFILES_PAINTINGS,
  CPROFILES_BREEDS,
  CPROFILES_JSONFEED,
  CPROFILES_SCHEMA,
  CPROFILES_RECIPEMD,
  CPROFILES_EXAMPLE,
};

/// The number of bytes of a profile.
int cprofiles_length(enum cprofiles_profile profile);

/// Copies a profile to a buffer of its length.
void cprofiles_copy(enum cprofiles_profile profile, uint8_t *buffer);

#endif
