// The decoders of libjpeg-turbo, libpng, libwebp and giflib behind one small interface.
//
// Nothing here is linked: a library is opened when it is first needed, and stays open. What a
// library calls an error ends in a jump that leaves C code only; no Swift is on the stack then.

#ifndef CPICTURES_H
#define CPICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

enum cpictures_format { CPICTURES_JPEG, CPICTURES_PNG, CPICTURES_WEBP, CPICTURES_GIF };

/// The functions of an opened library.
struct cpictures_library;

/// Opens the library of a format; answers null, and why, if it is missing or too old.
struct cpictures_library *_Nullable cpictures_open(
    enum cpictures_format format, const char *name,
    const char *_Nullable *_Nonnull reason);

/// The usual name of a format's library.
const char *cpictures_library_name(enum cpictures_format format);

void cpictures_release(struct cpictures_library *library);

/// The part and the size of a picture to decode.
struct cpictures_task {
  const uint8_t *bytes;
  size_t length;
  /// The size that was read from the header; the library must find the same.
  int32_t width, height;
  /// The size that rows are handed over with.
  int32_t row_width, row_count;
  /// JPEG: how many eighths of its size that is.
  int32_t eighths;
  /// Whether it comes in several passes; the library must find the same.
  bool is_progressive;
  /// JPEG: the most passes.
  int32_t pass_limit;
  /// GIF: the index of the transparent color; -1 if there is none.
  int32_t clear;
};

/// The receiver of a decoded picture.
struct cpictures_receiver {
  void *context;
  /// Takes the next row from the top: red, green, blue and opacity of each pixel.
  void (*take)(void *context, const uint8_t *row);
  /// Whether there is time for more; asked every few rows of every pass.
  bool (*may_go_on)(void *context);
};

/// How it went.
struct cpictures_outcome {
  /// How many rows were handed over.
  int32_t rows;
  /// Whether something of the rows that were handed over is missing or wrong.
  bool is_damaged;
  /// Whether bytes are missing at the end.
  bool is_cut;
  bool is_late;
  bool has_too_many_passes;
  /// The message of the library; empty if there is none.
  char reason[160];
};

/// Decodes a picture and hands its rows over.
struct cpictures_outcome cpictures_decode(
    const struct cpictures_library *library, struct cpictures_task task,
    struct cpictures_receiver receiver);

/// Writes rows of red, green, blue and opacity, which is passed over, as a JPEG: a small one with
/// a color for each four pixels, otherwise without subsampling. The bytes go to `cpictures_free`; null, and why, if it does not work.
uint8_t *_Nullable cpictures_write_jpeg(
    const struct cpictures_library *library, const uint8_t *rows, int32_t width, int32_t height,
    int32_t quality, bool is_small, size_t *length, struct cpictures_outcome *outcome);

void cpictures_free(uint8_t *bytes);

#pragma clang assume_nonnull end

#endif
