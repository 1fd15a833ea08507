#include <stdlib.h>
#include <string.h>

#include "library.h"

struct cfilms_font {
  struct cfilms *films;
  FT_Face face;
};

static struct cfilms_font *ready(struct cfilms *films, FT_Face face, int32_t size) {
  struct cfilms_font *font = calloc(1, sizeof *font);
  if (font && !films->freetype.Set_Pixel_Sizes(face, 0, (FT_UInt)size)) {
    font->films = films;
    font->face = face;
    return font;
  }
  films->freetype.Done_Face(face);
  free(font);
  return NULL;
}

struct cfilms_font *cfilms_font_in_memory(
    struct cfilms *films, const uint8_t *bytes, size_t length, int32_t size) {
  FT_Face face;
  if (films->freetype.New_Memory_Face(films->text, bytes, (FT_Long)length, 0, &face)) return NULL;
  return ready(films, face, size);
}

struct cfilms_font *cfilms_font_file(
    struct cfilms *films, const char *path, int32_t number, int32_t size) {
  FT_Face face;
  if (films->freetype.New_Face(films->text, path, number, &face)) return NULL;
  return ready(films, face, size);
}

void cfilms_font_close(struct cfilms_font *font) {
  font->films->freetype.Done_Face(font->face);
  free(font);
}

bool cfilms_font_has(struct cfilms_font *font, uint32_t scalar) {
  return font->films->freetype.Get_Char_Index(font->face, scalar) != 0;
}

bool cfilms_font_draw(
    struct cfilms_font *font, uint32_t scalar, struct cfilms_style style,
    struct cfilms_letter *letter) {
  const struct freetype_functions *freetype = &font->films->freetype;
  FT_UInt number = freetype->Get_Char_Index(font->face, scalar);
  if (!number) return false;
  // A slant of a fifth, as FreeType's own for fonts without italics.
  FT_Matrix slant = {0x10000, 0x3333, 0, 0x10000};
  freetype->Set_Transform(font->face, style.is_slanted ? &slant : NULL, NULL);
  if (freetype->Load_Glyph(font->face, number, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP))
    return false;
  const FT_GlyphSlot slot = font->face->glyph;
  if (style.is_bold && slot->format == FT_GLYPH_FORMAT_OUTLINE) {
    // FreeType's own strength for fonts without a bold face, in the middle of the strokes.
    FT_Pos strength = font->face->size->metrics.y_ppem * 64 / 24;
    freetype->Outline_Embolden(&slot->outline, strength);
    freetype->Outline_Translate(&slot->outline, -strength / 2, -strength / 2);
  }
  if (freetype->Render_Glyph(slot, FT_RENDER_MODE_NORMAL)) return false;
  if (slot->bitmap.pixel_mode != FT_PIXEL_MODE_GRAY || slot->bitmap.pitch < 0) return false;
  *letter = (struct cfilms_letter){
      .coverage = slot->bitmap.buffer,
      .width = (int32_t)slot->bitmap.width,
      .height = (int32_t)slot->bitmap.rows,
      .pitch = slot->bitmap.pitch,
      .left = slot->bitmap_left,
      .top = slot->bitmap_top,
      .advance = (int32_t)(slot->linearHoriAdvance >> 10),
  };
  return true;
}

static FcPattern *wanted(
    const struct fontconfig_functions *fontconfig, FcCharSet *set, bool is_bold) {
  FcPattern *pattern = fontconfig->PatternCreate();
  if (!pattern) return NULL;
  fontconfig->PatternAddString(pattern, FC_FAMILY, (const FcChar8 *)"monospace");
  fontconfig->PatternAddCharSet(pattern, FC_CHARSET, set);
  fontconfig->PatternAddBool(pattern, FC_SCALABLE, FcTrue);
  fontconfig->PatternAddBool(pattern, FC_OUTLINE, FcTrue);
  fontconfig->PatternAddBool(pattern, FC_COLOR, FcFalse);
  fontconfig->PatternAddInteger(
      pattern, FC_WEIGHT, is_bold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR);
  fontconfig->ConfigSubstitute(NULL, pattern, FcMatchPattern);
  fontconfig->DefaultSubstitute(pattern);
  return pattern;
}

static bool copy_path(
    const struct fontconfig_functions *fontconfig, FcPattern *match, uint32_t scalar, char *path,
    size_t length, int32_t *face) {
  FcCharSet *set;
  FcChar8 *file;
  int number = 0;
  if (fontconfig->PatternGetCharSet(match, FC_CHARSET, 0, &set) != FcResultMatch ||
      !fontconfig->CharSetHasChar(set, scalar) ||
      fontconfig->PatternGetString(match, FC_FILE, 0, &file) != FcResultMatch ||
      strlen((const char *)file) >= length)
    return false;
  fontconfig->PatternGetInteger(match, FC_INDEX, 0, &number);
  strcpy(path, (const char *)file);
  *face = number;
  return true;
}

bool cfilms_find_font(
    struct cfilms *films, uint32_t scalar, bool is_bold, char *path, size_t length, int32_t *face) {
  const struct fontconfig_functions *fontconfig = &films->fontconfig;
  FcCharSet *set = fontconfig->CharSetCreate();
  if (!set) return false;
  fontconfig->CharSetAddChar(set, scalar);
  FcPattern *pattern = wanted(fontconfig, set, is_bold);
  FcResult result;
  FcPattern *match = pattern ? fontconfig->FontMatch(NULL, pattern, &result) : NULL;
  bool is_found = match && copy_path(fontconfig, match, scalar, path, length, face);
  if (match) fontconfig->PatternDestroy(match);
  if (pattern) fontconfig->PatternDestroy(pattern);
  fontconfig->CharSetDestroy(set);
  return is_found;
}
