#define _GNU_SOURCE
#include "rules.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "FaultyCalls.h"

enum { longest_path = 4096, most_rules = 16 };

struct rule {
  char call[16];
  long number;
  bool goes_on;
  int error;
  atomic_long seen;
};

static struct rule rules[most_rules];
static int rule_count;
static const char *folder;
static const char *report;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static const struct {
  const char *name;
  int number;
} errors[] = {
    {"EACCES", EACCES}, {"EDQUOT", EDQUOT}, {"EINTR", EINTR},   {"EIO", EIO},
    {"EMFILE", EMFILE}, {"ENOENT", ENOENT}, {"ENOMEM", ENOMEM}, {"ENOSPC", ENOSPC},
    {"EPERM", EPERM},   {"EROFS", EROFS},   {"EXDEV", EXDEV},
};

static const char *const calls[] = {
    "any",  "open",   "openat", "read",  "pread",     "write",     "pwrite", "rename",
    "link", "unlink", "mkdir",  "fsync", "fdatasync", "ftruncate", "mmap",
};

static _Noreturn void refuse(const char *rule) {
  dprintf(2, "FAULTY_CALLS: \"%s\" is not CALL:N:ERROR\n", rule);
  _exit(99);
}

static int error_number(const char *name) {
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (!strcmp(errors[i].name, name)) return errors[i].number;
  return atoi(name);
}

static bool is_call(const char *name) {
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    if (!strcmp(calls[i], name)) return true;
  return false;
}

static void add_rule(const char *text) {
  struct rule *rule = &rules[rule_count];
  char number[24], error[16], end;
  if (rule_count == most_rules) refuse("more than 16 rules");
  if (sscanf(text, "%15[a-z]:%23[0-9*]:%15[A-Z0-9]%c", rule->call, number, error, &end) != 3)
    refuse(text);
  char *rest = number;
  rule->number = number[0] == '*' ? 1 : strtol(number, &rest, 10);
  rule->goes_on = *rest == '*';
  rule->error = error_number(error);
  if (!is_call(rule->call) || rule->number < 1 || rest[rule->goes_on] || rule->error < 1)
    refuse(text);
  rule_count++;
}

static void read_environment(void) {
  folder = getenv("FAULTY_FOLDER");
  report = getenv("FAULTY_REPORT");
  const char *text = getenv("FAULTY_CALLS");
  char *copy = text ? strdup(text) : NULL;
  char *state;
  for (char *rule = copy ? strtok_r(copy, ",", &state) : NULL; rule;
       rule = strtok_r(NULL, ",", &state))
    add_rule(rule);
  free(copy);
}

int faulty_rule_count(void) {
  pthread_once(&once, read_environment);
  return rule_count;
}

/// Whether a path is that of the folder or of something in it.
static bool is_meant(const char *path) {
  if (!folder) return true;
  size_t length = strlen(folder);
  return !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

/// Notes a failed call by system calls of its own, so that they are not counted.
static void tell(const char *call, const char *path) {
  char line[longest_path + 32];
  if (!report) return;
  int length = snprintf(line, sizeof line, "%s %s\n", call, path);
  long file = syscall(SYS_openat, AT_FDCWD, report, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  syscall(SYS_write, file, line, length);
  syscall(SYS_close, file);
}

static int error_of(const char *call, const char *path) {
  if (!is_meant(path)) return 0;
  int error = 0;
  for (int i = 0; i < rule_count; i++) {
    struct rule *rule = &rules[i];
    if (strcmp(rule->call, call) && strcmp(rule->call, "any")) continue;
    long number = atomic_fetch_add(&rule->seen, 1) + 1;
    if (!error && (rule->goes_on ? number >= rule->number : number == rule->number))
      error = rule->error;
  }
  if (error) tell(call, path);
  return error;
}

/// The path of a descriptor; an empty text if it has none.
static void path_of(int file, char path[longest_path]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, longest_path - 1);
  path[length < 0 || path[0] != '/' ? 0 : length] = 0;
}

int faulty_at_path(const char *call, int base, const char *path) {
  if (!faulty_rule_count() || !path) return 0;
  int saved = errno;
  char whole[2 * longest_path] = "";
  if (path[0] != '/') {
    if (base == AT_FDCWD) {
      if (syscall(SYS_getcwd, whole, longest_path) < 0) whole[0] = 0;
    } else {
      path_of(base, whole);
    }
    strcat(whole, "/");
  }
  strncat(whole, path, longest_path - 1);
  int error = error_of(call, whole);
  errno = saved;
  return error;
}

int faulty_at_file(const char *call, int file) {
  if (!faulty_rule_count()) return 0;
  int saved = errno;
  char path[longest_path];
  path_of(file, path);
  int error = path[0] ? error_of(call, path) : 0;
  errno = saved;
  return error;
}
