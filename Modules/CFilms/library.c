#include "library.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

const char *cfilms_library_name(enum cfilms_library library) {
#ifdef __APPLE__
  switch (library) {
    case CFILMS_FREETYPE: return "libfreetype.6.dylib";
    case CFILMS_FONTCONFIG: return "libfontconfig.1.dylib";
    case CFILMS_GIF: return "libgif.dylib";
    case CFILMS_PNG: return "libpng16.16.dylib";
    case CFILMS_WEBP: return "libwebpmux.3.dylib";
  }
#else
  switch (library) {
    case CFILMS_FREETYPE: return "libfreetype.so.6";
    case CFILMS_FONTCONFIG: return "libfontconfig.so.1";
    case CFILMS_GIF: return "libgif.so.7";
    case CFILMS_PNG: return "libpng16.so.16";
    case CFILMS_WEBP: return "libwebpmux.so.3";
  }
#endif
  return "";
}

struct cfilms *cfilms_create(void) { return calloc(1, sizeof(struct cfilms)); }

// The libraries stay open, as those of pictures do; FreeType itself is one for the whole run.
void cfilms_free(struct cfilms *films) { free(films); }

// Each answers null, or which function the library lacks.
#define FIND(prefix, function)                                            \
  *(void **)(&table->function) = dlsym(opened, #prefix #function);        \
  if (!table->function) return "it is too old: it lacks " #prefix #function

static const char *find_freetype(void *opened, struct freetype_functions *table) {
  FIND(FT_, Init_FreeType);
  FIND(FT_, New_Memory_Face);
  FIND(FT_, New_Face);
  FIND(FT_, Done_Face);
  FIND(FT_, Set_Pixel_Sizes);
  FIND(FT_, Set_Transform);
  FIND(FT_, Get_Char_Index);
  FIND(FT_, Load_Glyph);
  FIND(FT_, Render_Glyph);
  FIND(FT_, Outline_Embolden);
  FIND(FT_, Outline_Translate);
  return NULL;
}

static const char *find_fontconfig(void *opened, struct fontconfig_functions *table) {
  FIND(Fc, Init);
  FIND(Fc, CharSetCreate);
  FIND(Fc, CharSetDestroy);
  FIND(Fc, CharSetAddChar);
  FIND(Fc, CharSetHasChar);
  FIND(Fc, PatternCreate);
  FIND(Fc, PatternDestroy);
  FIND(Fc, PatternAddString);
  FIND(Fc, PatternAddBool);
  FIND(Fc, PatternAddInteger);
  FIND(Fc, PatternAddCharSet);
  FIND(Fc, PatternGetString);
  FIND(Fc, PatternGetInteger);
  FIND(Fc, PatternGetCharSet);
  FIND(Fc, ConfigSubstitute);
  FIND(Fc, DefaultSubstitute);
  FIND(Fc, FontMatch);
  return NULL;
}

static const char *find_gif(void *opened, struct gif_functions *table) {
  FIND(EGif, Open);
  FIND(EGif, SetGifVersion);
  FIND(EGif, PutScreenDesc);
  FIND(EGif, PutImageDesc);
  FIND(EGif, PutLine);
  FIND(EGif, PutComment);
  FIND(EGif, PutExtension);
  FIND(EGif, PutExtensionLeader);
  FIND(EGif, PutExtensionBlock);
  FIND(EGif, PutExtensionTrailer);
  FIND(EGif, GCBToExtension);
  FIND(EGif, CloseFile);
  FIND(Gif, MakeMapObject);
  FIND(Gif, FreeMapObject);
  return NULL;
}

static const char *find_png(void *opened, struct png_functions *table) {
  FIND(png_, create_write_struct);
  FIND(png_, create_info_struct);
  FIND(png_, destroy_write_struct);
  FIND(png_, set_write_fn);
  FIND(png_, set_IHDR);
  FIND(png_, set_PLTE);
  FIND(png_, set_text);
  FIND(png_, set_filter);
  FIND(png_, set_compression_level);
  FIND(png_, write_info);
  FIND(png_, write_row);
  FIND(png_, write_end);
  return NULL;
}

// The library of animations opens that of pictures, whose functions are found through it.
static const char *find_webp(void *opened, struct webp_functions *table) {
  FIND(WebP, ConfigInitInternal);
  FIND(WebP, ConfigLosslessPreset);
  FIND(WebP, PictureInitInternal);
  FIND(WebP, PictureImportRGBX);
  FIND(WebP, PictureFree);
  FIND(WebP, AnimEncoderOptionsInitInternal);
  FIND(WebP, AnimEncoderNewInternal);
  FIND(WebP, AnimEncoderAdd);
  FIND(WebP, AnimEncoderAssemble);
  FIND(WebP, AnimEncoderDelete);
  FIND(WebP, MuxCreateInternal);
  FIND(WebP, MuxSetChunk);
  FIND(WebP, MuxAssemble);
  FIND(WebP, MuxDelete);
  FIND(WebP, Free);
  return NULL;
}

static const char *find(struct cfilms *films, enum cfilms_library library, void *opened) {
  const char *reason = NULL;
  switch (library) {
    case CFILMS_FREETYPE:
      reason = find_freetype(opened, &films->freetype);
      if (!reason && films->freetype.Init_FreeType(&films->text)) reason = "it does not start";
      return reason;
    case CFILMS_FONTCONFIG:
      reason = find_fontconfig(opened, &films->fontconfig);
      if (!reason && !films->fontconfig.Init()) reason = "it does not start";
      return reason;
    case CFILMS_GIF: return find_gif(opened, &films->gif);
    case CFILMS_PNG: return find_png(opened, &films->png);
    case CFILMS_WEBP: return find_webp(opened, &films->webp);
  }
  return "it is unknown";
}

const char *cfilms_open(struct cfilms *films, enum cfilms_library library) {
  if (films->open >> library & 1) return NULL;
  void *opened = dlopen(cfilms_library_name(library), RTLD_NOW | RTLD_LOCAL);
  if (!opened) return dlerror();
  const char *reason = find(films, library, opened);
  if (!reason) films->open |= 1u << library;
  return reason;
}

bool cfilms_grow(struct growing *bytes, const void *source, size_t length) {
  if (length > bytes->capacity - bytes->length) {
    size_t capacity = 2 * (bytes->length + length) + 4096;
    uint8_t *start = realloc(bytes->start, capacity);
    if (!start) return false;
    bytes->start = start;
    bytes->capacity = capacity;
  }
  memcpy(bytes->start + bytes->length, source, length);
  bytes->length += length;
  return true;
}

void cfilms_bytes_free(struct cfilms_bytes bytes) { free(bytes.start); }
