// The calls themselves: each asks whether it is to fail, and else does what the C library's does.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "rules.h"

/// Calls the C library's function of that name.
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/// Ends the function if the call is to fail.
#define FAIL_IF(error, value) \
  do {                        \
    int number = (error);     \
    if (number) {             \
      errno = number;         \
      return (value);         \
    }                         \
  } while (0)

#define MODE(flags)                                  \
  mode_t mode = 0;                                   \
  if ((flags) & O_CREAT || ((flags) & O_TMPFILE) == O_TMPFILE) { \
    va_list list;                                    \
    va_start(list, flags);                           \
    mode = va_arg(list, mode_t);                     \
    va_end(list);                                    \
  }

#define OPEN(name)                                             \
  int name(const char *path, int flags, ...) {                 \
    MODE(flags)                                                \
    FAIL_IF(faulty_at_path("open", AT_FDCWD, path), -1);       \
    return NEXT(name)(path, flags, mode);                      \
  }

#define OPENAT(name)                                           \
  int name(int folder, const char *path, int flags, ...) {     \
    MODE(flags)                                                \
    FAIL_IF(faulty_at_path("openat", folder, path), -1);       \
    return NEXT(name)(folder, path, flags, mode);              \
  }

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

ssize_t read(int file, void *bytes, size_t count) {
  FAIL_IF(faulty_at_file("read", file), -1);
  return NEXT(read)(file, bytes, count);
}

ssize_t write(int file, const void *bytes, size_t count) {
  FAIL_IF(faulty_at_file("write", file), -1);
  return NEXT(write)(file, bytes, count);
}

#define PREAD(name, offset_type)                                               \
  ssize_t name(int file, void *bytes, size_t count, offset_type offset) {      \
    FAIL_IF(faulty_at_file("pread", file), -1);                                \
    return NEXT(name)(file, bytes, count, offset);                             \
  }

#define PWRITE(name, offset_type)                                              \
  ssize_t name(int file, const void *bytes, size_t count, offset_type offset) { \
    FAIL_IF(faulty_at_file("pwrite", file), -1);                               \
    return NEXT(name)(file, bytes, count, offset);                             \
  }

#define FTRUNCATE(name, offset_type)                   \
  int name(int file, offset_type length) {             \
    FAIL_IF(faulty_at_file("ftruncate", file), -1);    \
    return NEXT(name)(file, length);                   \
  }

#define MMAP(name, offset_type)                                                         \
  void *name(void *place, size_t length, int access, int flags, int file, offset_type offset) { \
    if (!(flags & MAP_ANONYMOUS)) FAIL_IF(faulty_at_file("mmap", file), MAP_FAILED);    \
    return NEXT(name)(place, length, access, flags, file, offset);                      \
  }

PREAD(pread, off_t)
PREAD(pread64, off64_t)
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)
FTRUNCATE(ftruncate, off_t)
FTRUNCATE(ftruncate64, off64_t)
MMAP(mmap, off_t)
MMAP(mmap64, off64_t)

int fsync(int file) {
  FAIL_IF(faulty_at_file("fsync", file), -1);
  return NEXT(fsync)(file);
}

int fdatasync(int file) {
  FAIL_IF(faulty_at_file("fdatasync", file), -1);
  return NEXT(fdatasync)(file);
}

int rename(const char *path, const char *new_path) {
  FAIL_IF(faulty_at_path("rename", AT_FDCWD, new_path), -1);
  return NEXT(rename)(path, new_path);
}

int link(const char *path, const char *new_path) {
  FAIL_IF(faulty_at_path("link", AT_FDCWD, new_path), -1);
  return NEXT(link)(path, new_path);
}

int unlink(const char *path) {
  FAIL_IF(faulty_at_path("unlink", AT_FDCWD, path), -1);
  return NEXT(unlink)(path);
}

int mkdir(const char *path, mode_t mode) {
  FAIL_IF(faulty_at_path("mkdir", AT_FDCWD, path), -1);
  return NEXT(mkdir)(path, mode);
}
