// What Swift has no word for: the sign bits of sixteen bytes as one number.

#ifndef CVECTORS_H
#define CVECTORS_H

#include <stdint.h>

#ifdef __SSE2__
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

typedef int8_t cvectors_bytes __attribute__((ext_vector_type(16)));

/// A bit for each of sixteen bytes, the first one lowest: whether it is negative.
static inline __attribute__((always_inline)) uint32_t cvectors_signs(cvectors_bytes bytes) {
#ifdef __SSE2__
  return (uint32_t)_mm_movemask_epi8((__m128i)bytes);
#elif defined(__aarch64__)
  const uint8x16_t places = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t set = vandq_u8((uint8x16_t)vshrq_n_s8((int8x16_t)bytes, 7), places);
  return (uint32_t)vaddv_u8(vget_low_u8(set)) | (uint32_t)vaddv_u8(vget_high_u8(set)) << 8;
#else
  uint32_t signs = 0;
  for (int place = 0; place < 16; place++) signs |= (uint32_t)(bytes[place] < 0) << place;
  return signs;
#endif
}

#endif
