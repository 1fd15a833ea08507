#define _GNU_SOURCE
#include "CMappings.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum { limit = 64 };

static struct {
  atomic_bool is_taken;
  atomic_bool has_failed;
  atomic_size_t count;
  // Zero unless the mapping is registered; written last and cleared first.
  atomic_uintptr_t start;
} mappings[limit];

static struct sigaction earlier;
static uintptr_t page_size;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Replaces the rest of a mapping by zeros. Only atomic loads and system calls are safe in a signal handler.
static void replace(int signal, siginfo_t *info, void *context) {
  (void)context;
  int error = errno;
  uintptr_t place = (uintptr_t)info->si_addr;
  for (int number = 0; number < limit; number++) {
    uintptr_t start = atomic_load(&mappings[number].start);
    size_t count = atomic_load(&mappings[number].count);
    if (start == 0 || place < start || place - start >= count) continue;
    uintptr_t first = place & ~(page_size - 1);
    atomic_store(&mappings[number].has_failed, true);
    void *zeros = mmap(
      (void *)first, start + count - first, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    errno = error;
    if (zeros != MAP_FAILED) return;
  }
  // The instruction is repeated, and faults again.
  sigaction(signal, &earlier, NULL);
}

static void install(void) {
  page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  struct sigaction action = {0};
  action.sa_sigaction = replace;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &earlier);
}

int cmappings_add(const void *start, size_t count) {
  pthread_once(&once, install);
  for (int number = 0; number < limit; number++) {
    bool is_taken = false;
    if (!atomic_compare_exchange_strong(&mappings[number].is_taken, &is_taken, true)) continue;
    atomic_store(&mappings[number].has_failed, false);
    atomic_store(&mappings[number].count, count);
    atomic_store(&mappings[number].start, (uintptr_t)start);
    return number;
  }
  return -1;
}

void cmappings_remove(int number) {
  if (number < 0) return;
  atomic_store(&mappings[number].start, 0);
  atomic_store(&mappings[number].is_taken, false);
}

bool cmappings_failed(int number) {
  return number >= 0 && atomic_load(&mappings[number].has_failed);
}
