// The members of an archive, read by libarchive, which is opened when it is needed: few runs need it, and opening it
// takes as long as a start.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// What reading the next member came to.
enum carchive_step {
  carchive_member = 0,
  carchive_end = 1,
  /// The archive is damaged from here on.
  carchive_damaged = 2,
};

/// An open archive.
struct carchive;

/// The bytes of an archive.
struct carchive_source {
  void *context;
  /// Reads up to `count` bytes at an offset; returns the number of bytes, -1 for an error.
  ssize_t (*read)(void *context, int64_t offset, uint8_t *bytes, size_t count);
  int64_t size;
};

/// A member: a file, or anything else, such as a folder or a link.
struct carchive_entry {
  /// The bytes of its name, NULL if it cannot be decoded.
  const char *name;
  bool is_file;
  bool is_encrypted;
};

/// Opens an archive in one of the forms zip, tar, and packed by gzip, xz or zstd; a single packed file is an archive
/// with one member named `data`.
///
/// Returns NULL if libarchive is not installed (`is_missing`) or the bytes are in no such form. `source` is used until
/// the archive is closed.
struct carchive *carchive_open(const struct carchive_source *source, bool *is_missing);

enum carchive_step carchive_next(struct carchive *archive, struct carchive_entry *entry);

/// Whether the archive is a tar, as far as it was read.
bool carchive_is_tar(struct carchive *archive);

/// Reads up to `count` bytes of the member; 0 at its end, -1 if it is damaged.
ssize_t carchive_read(struct carchive *archive, uint8_t *bytes, size_t count);

/// The last error, such as that a member needs a password.
const char *carchive_error(struct carchive *archive);

void carchive_close(struct carchive *archive);
