// Text by FreeType, fonts of the system by fontconfig, and the writers of GIF, PNG and WebP, each by a small interface.
//
// Nothing here is linked: a library is opened when it is first needed, and stays open. What libpng calls an error ends
// in a jump that leaves C code only; no Swift is on the stack then.

#ifndef CFILMS_H
#define CFILMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

enum cfilms_library { CFILMS_FREETYPE, CFILMS_FONTCONFIG, CFILMS_GIF, CFILMS_PNG, CFILMS_WEBP };

/// The usual name of the file of a library.
const char *cfilms_library_name(enum cfilms_library library);

/// The functions of all libraries that are open.
struct cfilms;

struct cfilms *_Nullable cfilms_create(void);
void cfilms_free(struct cfilms *films);

/// Opens a library unless it is open; answers null, or why it cannot be used.
const char *_Nullable cfilms_open(struct cfilms *films, enum cfilms_library library);

/// A face at one size.
struct cfilms_font;

/// Opens a font in memory, which must stay there; null if it is not one.
struct cfilms_font *_Nullable cfilms_font_in_memory(
    struct cfilms *films, const uint8_t *bytes, size_t length, int32_t size);

/// Opens a face of a font file; null if it is not one.
struct cfilms_font *_Nullable cfilms_font_file(
    struct cfilms *films, const char *path, int32_t face, int32_t size);

void cfilms_font_close(struct cfilms_font *font);

bool cfilms_font_has(struct cfilms_font *font, uint32_t scalar);

/// A letter as coverage, a byte for each pixel, in rows from the top.
struct cfilms_letter {
  const uint8_t *_Nullable coverage;
  int32_t width, height, pitch;
  /// The distances of its corner from the origin on the baseline, to the right and up.
  int32_t left, top;
  /// The distance to the next letter, in 64ths of a pixel.
  int32_t advance;
};

/// How a letter of a face is changed.
struct cfilms_style {
  bool is_slanted;
  /// Whether its strokes are made thicker.
  bool is_bold;
};

/// Draws a letter without hints; its coverage is valid until the next call. False if the font lacks it.
bool cfilms_font_draw(
    struct cfilms_font *font, uint32_t scalar, struct cfilms_style style,
    struct cfilms_letter *letter);

/// Finds a font of the system with a scalar; answers whether there is one.
bool cfilms_find_font(
    struct cfilms *films, uint32_t scalar, bool is_bold, char *path, size_t length, int32_t *face);

/// Bytes that a writer made; free them with `cfilms_bytes_free`.
struct cfilms_bytes {
  uint8_t *_Nullable start;
  size_t length;
};

void cfilms_bytes_free(struct cfilms_bytes bytes);

/// A GIF on its way.
struct cfilms_gif;

/// Begins a GIF; null without memory.
///
/// The palette has `count` colors of three bytes, a power of two. The film is repeated forever, or shown once.
struct cfilms_gif *_Nullable cfilms_gif_begin(
    struct cfilms *films, int32_t width, int32_t height, const uint8_t *palette, int32_t count,
    bool is_looping, const char *comment);

/// Adds a frame: a rectangle of palette numbers, and for how many hundredths of a second it is shown.
///
/// Pixels of the number `transparent` stay as they are.
bool cfilms_gif_add(
    struct cfilms_gif *gif, int32_t x, int32_t y, int32_t width, int32_t height,
    const uint8_t *pixels, int32_t hundredths, int32_t transparent);

/// The bytes written since the last call.
struct cfilms_bytes cfilms_gif_take(struct cfilms_gif *gif);

/// Ends and frees a GIF; its last bytes must have been taken if `last` is null.
bool cfilms_gif_end(struct cfilms_gif *gif, struct cfilms_bytes *_Nullable last);

/// A picture for `cfilms_write_png`.
struct cfilms_png {
  int32_t width, height;
  /// Rows of three bytes for each pixel, or of palette numbers if there are colors.
  const uint8_t *pixels;
  const uint8_t *_Nullable palette;
  int32_t color_count;
  /// Texts in UTF-8: a keyword and its text in turns.
  const char *_Nonnull const *_Nonnull texts;
  int32_t text_count;
};

/// Writes a PNG; no bytes, and the reason, if that fails.
struct cfilms_bytes cfilms_write_png(
    struct cfilms *films, const struct cfilms_png *picture, char *reason, size_t length);

/// A WebP on its way.
struct cfilms_webp;

/// Begins an animation; `quality` is 0 to 100, or negative for a film without loss. Null without memory.
struct cfilms_webp *_Nullable cfilms_webp_begin(
    struct cfilms *films, int32_t width, int32_t height, bool is_looping, int32_t quality);

/// Adds a frame: rows of four bytes for each pixel, shown from a time on.
bool cfilms_webp_add(struct cfilms_webp *webp, const uint8_t *pixels, int32_t milliseconds);

/// Ends and frees an animation, which lasts until a time; no bytes if that fails.
///
/// - xmp: Its metadata in XML.
struct cfilms_bytes cfilms_webp_end(
    struct cfilms_webp *webp, int32_t milliseconds, const char *xmp);

void cfilms_webp_cancel(struct cfilms_webp *webp);

#pragma clang assume_nonnull end

#endif
