// System calls that fail when a test wants them to.
//
// Preloaded (LD_PRELOAD) into a program, this library answers some of its calls with an error:
//
//   FAULTY_CALLS    rules, separated by commas: CALL:N:ERROR, such as write:3:ENOSPC.
//                   CALL is open, openat, read, pread, write, pwrite, rename, link, unlink, mkdir,
//                   fsync, fdatasync, ftruncate, mmap, or any. The N-th one fails; with N* that one and
//                   all after it, with * every one. ERROR is a name or a number.
//   FAULTY_FOLDER   the folder whose files are meant, without links; all files, unless it is set.
//   FAULTY_REPORT   a file that gets a line for each call that failed: CALL PATH.
//
// Variants with 64-bit offsets count as the call that they are a variant of. A rule that makes no
// sense ends the program with status 99.

#ifndef FAULTY_CALLS_H
#define FAULTY_CALLS_H

/// How many rules there are.
int faulty_rule_count(void);

#endif
