// The functions of the C library for locales of threads.
#define _GNU_SOURCE 1

#include "CArchive.h"

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

// The functions of libarchive that are used.
struct library {
  struct archive *(*create)(void);
  int (*release)(struct archive *);
  int (*support_zip)(struct archive *);
  int (*support_tar)(struct archive *);
  int (*support_raw)(struct archive *);
  int (*support_gzip)(struct archive *);
  int (*support_xz)(struct archive *);
  int (*support_zstd)(struct archive *);
  int (*set_read)(struct archive *, archive_read_callback *);
  int (*set_seek)(struct archive *, archive_seek_callback *);
  int (*set_skip)(struct archive *, archive_skip_callback *);
  int (*set_data)(struct archive *, void *);
  int (*open)(struct archive *);
  int (*next)(struct archive *, struct archive_entry **);
  la_ssize_t (*data)(struct archive *, void *, size_t);
  const char *(*error)(struct archive *);
  const char *(*name)(struct archive_entry *);
  mode_t (*type)(struct archive_entry *);
  int (*is_encrypted)(struct archive_entry *);
  const char *(*hard_link)(struct archive_entry *);
  int (*format)(struct archive *);
};

struct carchive {
  struct library library;
  struct archive *archive;
  struct carchive_source source;
  int64_t offset;
  // Names are in UTF-8 whatever the locale of the process is.
  locale_t locale;
  uint8_t buffer[1 << 16];
};

static bool open_library(struct library *library) {
#ifdef __APPLE__
  static const char *const names[] = {"libarchive.2.dylib"};
#else
  static const char *const names[] = {"libarchive.so.13", "libarchive.so.16"};
#endif
  void *opened = NULL;
  for (size_t k = 0; !opened && k < sizeof names / sizeof *names; k++) opened = dlopen(names[k], RTLD_LAZY | RTLD_LOCAL);
  if (!opened) return false;
  const struct {
    const char *name;
    void *place;
  } functions[] = {
    {"archive_read_new", &library->create},
    {"archive_read_free", &library->release},
    {"archive_read_support_format_zip", &library->support_zip},
    {"archive_read_support_format_tar", &library->support_tar},
    {"archive_read_support_format_raw", &library->support_raw},
    {"archive_read_support_filter_gzip", &library->support_gzip},
    {"archive_read_support_filter_xz", &library->support_xz},
    {"archive_read_support_filter_zstd", &library->support_zstd},
    {"archive_read_set_read_callback", &library->set_read},
    {"archive_read_set_seek_callback", &library->set_seek},
    {"archive_read_set_skip_callback", &library->set_skip},
    {"archive_read_set_callback_data", &library->set_data},
    {"archive_read_open1", &library->open},
    {"archive_read_next_header", &library->next},
    {"archive_read_data", &library->data},
    {"archive_error_string", &library->error},
    {"archive_entry_pathname", &library->name},
    {"archive_entry_filetype", &library->type},
    {"archive_entry_is_encrypted", &library->is_encrypted},
    {"archive_entry_hardlink", &library->hard_link},
    {"archive_format", &library->format},
  };
  for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
    void *function = dlsym(opened, functions[k].name);
    if (!function) return false;
    *(void **)functions[k].place = function;
  }
  return true;
}

static la_ssize_t read_source(struct archive *archive, void *context, const void **bytes) {
  (void)archive;
  struct carchive *own = context;
  ssize_t count = own->source.read(own->source.context, own->offset, own->buffer, sizeof own->buffer);
  if (count < 0) return ARCHIVE_FATAL;
  own->offset += count;
  *bytes = own->buffer;
  return count;
}

static la_int64_t seek_source(struct archive *archive, void *context, la_int64_t offset, int whence) {
  (void)archive;
  struct carchive *own = context;
  int64_t base = whence == SEEK_CUR ? own->offset : whence == SEEK_END ? own->source.size : 0;
  int64_t place;
  if (__builtin_add_overflow(base, offset, &place) || place < 0 || place > own->source.size) return ARCHIVE_FATAL;
  own->offset = place;
  return place;
}

static la_int64_t skip_source(struct archive *archive, void *context, la_int64_t count) {
  (void)archive;
  struct carchive *own = context;
  int64_t rest = own->source.size - own->offset;
  int64_t skipped = count < rest ? count : rest;
  if (skipped < 0) skipped = 0;
  own->offset += skipped;
  return skipped;
}

struct carchive *carchive_open(const struct carchive_source *source, bool *is_missing) {
  struct carchive *own = calloc(1, sizeof *own);
  *is_missing = false;
  if (!own) return NULL;
  if (!open_library(&own->library)) {
    *is_missing = true;
    free(own);
    return NULL;
  }
  own->source = *source;
#ifdef __APPLE__
  own->locale = newlocale(LC_CTYPE_MASK, "UTF-8", (locale_t)0);
#else
  own->locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
#endif
  struct library *library = &own->library;
  own->archive = library->create();
  if (!own->archive) {
    carchive_close(own);
    return NULL;
  }
  library->support_zip(own->archive);
  library->support_tar(own->archive);
  library->support_raw(own->archive);
  library->support_gzip(own->archive);
  library->support_xz(own->archive);
  library->support_zstd(own->archive);
  library->set_read(own->archive, read_source);
  library->set_seek(own->archive, seek_source);
  library->set_skip(own->archive, skip_source);
  library->set_data(own->archive, own);
  if (library->open(own->archive) != ARCHIVE_OK) {
    carchive_close(own);
    return NULL;
  }
  return own;
}

enum carchive_step carchive_next(struct carchive *own, struct carchive_entry *entry) {
  locale_t before = own->locale ? uselocale(own->locale) : (locale_t)0;
  struct archive_entry *found = NULL;
  int result;
  do result = own->library.next(own->archive, &found);
  while (result == ARCHIVE_RETRY);
  enum carchive_step step = carchive_damaged;
  if (result == ARCHIVE_EOF) step = carchive_end;
  if (result == ARCHIVE_OK || result == ARCHIVE_WARN) {
    step = carchive_member;
    entry->name = own->library.name(found);
    entry->is_file = own->library.type(found) == AE_IFREG && !own->library.hard_link(found);
    entry->is_encrypted = own->library.is_encrypted(found) != 0;
  }
  if (before) uselocale(before);
  return step;
}

bool carchive_is_tar(struct carchive *own) {
  return (own->library.format(own->archive) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
}

ssize_t carchive_read(struct carchive *own, uint8_t *bytes, size_t count) {
  for (;;) {
    la_ssize_t read = own->library.data(own->archive, bytes, count);
    if (read == ARCHIVE_RETRY) continue;
    return read < 0 ? -1 : read;
  }
}

const char *carchive_error(struct carchive *own) {
  return own->archive ? own->library.error(own->archive) : NULL;
}

void carchive_close(struct carchive *own) {
  if (own->archive) own->library.release(own->archive);
  if (own->locale) freelocale(own->locale);
  free(own);
}
