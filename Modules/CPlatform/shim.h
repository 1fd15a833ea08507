// What Glibc's module leaves out: `statfs`, holes in files, writing ahead of a wait, locks of open files, what a
// connection has received, and handing no files on to a program that is started.

#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef __APPLE__
#include <sys/mount.h>
#include <sys/param.h>
#else
#include <linux/falloc.h>
#include <malloc.h>
#include <sys/vfs.h>
#endif

/// The room left on a disk, and whether it may be another machine's.
typedef struct cplatform_disk {
  uint64_t free_bytes;
  bool is_remote;
} cplatform_disk;

#ifndef __APPLE__
/// Whether a kind of file system has other machines behind it: statfs(2), and Linux' magic.h.
static inline bool cplatform_is_remote(uint32_t type) {
  switch (type) {
    case 0x00006969:  // NFS
    case 0x0000517b:  // SMB
    case 0xff534d42:  // CIFS
    case 0xfe534d42:  // SMB 2
    case 0x65735546:  // FUSE, which may be sshfs
    case 0x01021997:  // 9P
    case 0x5346414f:  // AFS
    case 0x6b414653:  // AFS, another one
    case 0x73757245:  // Coda
    case 0x00c36400:  // Ceph
    case 0x0000564c:  // NCP
    case 0x01161970:  // GFS2
    case 0x7461636f:  // OCFS2
    case 0x0bd00bd0:  // Lustre
    case 0x47504653:  // GPFS
    case 0xaad7aaea:  // PanFS
    case 0x786f4256:  // VirtualBox' shared folders
      return true;
    default:
      return false;
  }
}
#endif

/// Asks about the disk that `path` lies on; returns 0 or an error number.
static inline int cplatform_disk_of(const char *path, cplatform_disk *disk) {
  struct statfs status;
  while (statfs(path, &status) != 0) {
    if (errno != EINTR) return errno;
  }
  disk->free_bytes = (uint64_t)status.f_bavail * (uint64_t)status.f_bsize;
#ifdef __APPLE__
  disk->is_remote = !(status.f_flags & MNT_LOCAL);
#else
  disk->is_remote = cplatform_is_remote((uint32_t)status.f_type);
#endif
  return 0;
}

#ifndef __APPLE__
extern int fallocate64(int, int, int64_t, int64_t);
#endif

/// Gives the room of a part of a file back to the disk; returns 0 or an error number.
static inline int cplatform_free(int file, int64_t start, int64_t count) {
#ifdef __APPLE__
  struct fpunchhole hole = {.fp_offset = start, .fp_length = count};
  while (fcntl(file, F_PUNCHHOLE, &hole) != 0) {
#else
  while (fallocate64(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, start, count) != 0) {
#endif
    if (errno != EINTR) return errno;
  }
  return 0;
}

#ifndef __APPLE__
extern int sync_file_range(int, int64_t, int64_t, unsigned int);
#endif

/// Has the disk begin to write what a file was given, if it can be told to; nothing waits for it.
static inline void cplatform_start_writeback(int file) {
#ifndef __APPLE__
  sync_file_range(file, 0, 0, 2 /* SYNC_FILE_RANGE_WRITE */);
#endif
}

#if defined(__linux__) && !defined(F_OFD_SETLK)
#define F_OFD_SETLK 37
#endif

/// Locks a byte of an open file against other openings of it, until it is closed or the process ends; returns 0 or an
/// error number: EAGAIN if another one has locked it.
static inline int cplatform_lock_byte(int file, int64_t place) {
#ifdef F_OFD_SETLK
  struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = place, .l_len = 1};
  while (fcntl(file, F_OFD_SETLK, &range) != 0) {
    if (errno != EINTR) return errno == EACCES ? EAGAIN : errno;
  }
  return 0;
#else
  return ENOTSUP;
#endif
}

/// The number of bytes that a TCP connection has received; negative if the system does not tell.
static inline int64_t cplatform_received(int connection) {
#ifdef __linux__
  // The headers of Glibc lack the later members of `struct tcp_info`: tcp(7), and Linux' linux/tcp.h.
  enum { tcp_info = 11, place_of_bytes_received = 128 };
  char information[256];
  socklen_t count = sizeof information;
  int64_t received;
  if (getsockopt(connection, IPPROTO_TCP, tcp_info, information, &count) != 0 ||
      count < place_of_bytes_received + sizeof received)
    return -1;
  memcpy(&received, information + place_of_bytes_received, sizeof received);
  return received;
#else
  return -1;
#endif
}

/// Has memory that was freed stay with the program, up to so many bytes, where it would go back to the system each time.
static inline void cplatform_keep_freed(int bytes) {
#ifdef M_TRIM_THRESHOLD
  mallopt(M_TRIM_THRESHOLD, bytes);
#endif
}

#ifndef __APPLE__
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

/// Has a program that is started get no file but those below `first`; returns 0 or an error number.
static inline int cplatform_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
#endif

extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);

/// Starts a program in another folder; returns 0 or an error number.
static inline int cplatform_change_folder(posix_spawn_file_actions_t *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}

#endif
