// What Swift has no word for: the sign bits of sixteen bytes as one number.

#ifndef CVECTORS_H
#define CVECTORS_H

#include <stdint.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef int8_t cvectors_bytes __attribute__((ext_vector_type(16)));

/// A bit for each of sixteen bytes, the first one lowest: whether it is negative.
static inline __attribute__((always_inline)) uint32_t cvectors_signs(cvectors_bytes bytes) {
#ifdef __SSE2__
  return (uint32_t)_mm_movemask_epi8((__m128i)bytes);
#else
  uint32_t signs = 0;
  for (int place = 0; place < 16; place++) signs |= (uint32_t)(bytes[place] < 0) << place;
  return signs;
#endif
}

#endif
