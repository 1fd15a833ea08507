// The profiles that are part of the program, each a document in TOML.
#ifndef CPROFILES_H
#define CPROFILES_H

#include <stdint.h>

/// A profile.
struct cprofiles_entry {
  const char *_Nonnull name;
  /// The key of the list of records; null for documents that are the list, and for formats.
  const char *_Nullable container;
  /// Whether a feed is recognized by its keys, not by the format of its file.
  int is_detected;
  const uint8_t *_Nonnull bytes;
  int length;
};

/// The number of profiles.
int cprofiles_count(void);

/// A profile, by its place in the order in which they are recognized.
struct cprofiles_entry cprofiles_profile(int place);

/// The example for people's own profiles.
struct cprofiles_entry cprofiles_example(void);

#endif
