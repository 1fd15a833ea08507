// What the system knows of the disk that a file lies on; Glibc's module leaves `statfs` out.

#ifndef CSTATFS_H
#define CSTATFS_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __APPLE__
#include <sys/mount.h>
#include <sys/param.h>
#else
#include <sys/vfs.h>
#endif

/// The room left on a disk, and whether it may be another machine's.
typedef struct cstatfs_disk {
  uint64_t free_bytes;
  bool is_remote;
} cstatfs_disk;

#ifndef __APPLE__
/// Whether a kind of file system has other machines behind it: statfs(2), and Linux' magic.h.
static inline bool cstatfs_is_remote(uint32_t type) {
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
static inline int cstatfs_disk_of(const char *path, cstatfs_disk *disk) {
  struct statfs status;
  while (statfs(path, &status) != 0) {
    if (errno != EINTR) return errno;
  }
  disk->free_bytes = (uint64_t)status.f_bavail * (uint64_t)status.f_bsize;
#ifdef __APPLE__
  disk->is_remote = !(status.f_flags & MNT_LOCAL);
#else
  disk->is_remote = cstatfs_is_remote((uint32_t)status.f_type);
#endif
  return 0;
}

#endif
