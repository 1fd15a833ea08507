// Tables of the Unicode standard, behind functions that take and give numbers only.
#ifndef CUNICODE_H
#define CUNICODE_H

#include <stdint.h>

/// The version of the standard, its digits in a row.
extern const int cunicode_version;
extern const uint32_t cunicode_fold_pool[];
extern const uint8_t cunicode_fold_table[];
extern const uint16_t cunicode_fold_pages[];
extern const int cunicode_zero_count;
extern const uint32_t cunicode_zero[];
extern const int cunicode_wide_count;
extern const uint32_t cunicode_wide[];
extern const int cunicode_pair_count;
extern const uint32_t cunicode_pairs[];

/// Where the folding of a scalar stands in the pool; 0 if it folds to itself.
static inline uint32_t cunicode_fold(uint32_t scalar) {
  if (scalar > 0x10FFFF) return 0;
  return cunicode_fold_pages[cunicode_fold_table[scalar >> 8] * 256u + (scalar & 255)];
}

/// How many scalars the folding at `place` has.
static inline uint32_t cunicode_fold_count(uint32_t place) { return cunicode_fold_pool[place]; }

/// A number that stands for the accents that the folding at `place` took away; 0 for none.
static inline uint32_t cunicode_fold_accent(uint32_t place) { return cunicode_fold_pool[place + 1]; }

/// The scalar number `k` of the folding at `place`.
static inline uint32_t cunicode_fold_scalar(uint32_t place, uint32_t k) {
  return cunicode_fold_pool[place + 2 + k];
}

static inline int cunicode_in(const uint32_t *ranges, int count, uint32_t scalar) {
  int low = 0, high = count - 1;
  while (low <= high) {
    int middle = (low + high) / 2;
    if (scalar < ranges[middle * 2]) high = middle - 1;
    else if (scalar > ranges[middle * 2 + 1]) low = middle + 1;
    else return 1;
  }
  return 0;
}

/// How many terminal cells a scalar takes: 0, 1 or 2.
static inline int cunicode_width(uint32_t scalar) {
  if (scalar < 0x300) return scalar == 0 ? 0 : 1;
  if (cunicode_in(cunicode_zero, cunicode_zero_count, scalar)) return 0;
  return cunicode_in(cunicode_wide, cunicode_wide_count, scalar) ? 2 : 1;
}

/// The scalar that a base and a mark compose to; 0 if there is none.
static inline uint32_t cunicode_compose(uint32_t base, uint32_t mark) {
  int low = 0, high = cunicode_pair_count - 1;
  while (low <= high) {
    int middle = (low + high) / 2;
    const uint32_t *pair = cunicode_pairs + middle * 3;
    if (base < pair[0] || (base == pair[0] && mark < pair[1])) high = middle - 1;
    else if (base > pair[0] || mark > pair[1]) low = middle + 1;
    else return pair[2];
  }
  return 0;
}

#endif
