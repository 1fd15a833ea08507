// What the files of this module share.

#ifndef CFILMS_INTERNAL_H
#define CFILMS_INTERNAL_H

#include <fontconfig/fontconfig.h>
#include <freetype/freetype.h>
#include <freetype/ftoutln.h>
#include <gif_lib.h>
#include <png.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "CFilms.h"

struct freetype_functions {
  __typeof__(&FT_Init_FreeType) Init_FreeType;
  __typeof__(&FT_New_Memory_Face) New_Memory_Face;
  __typeof__(&FT_New_Face) New_Face;
  __typeof__(&FT_Done_Face) Done_Face;
  __typeof__(&FT_Set_Pixel_Sizes) Set_Pixel_Sizes;
  __typeof__(&FT_Set_Transform) Set_Transform;
  __typeof__(&FT_Get_Char_Index) Get_Char_Index;
  __typeof__(&FT_Load_Glyph) Load_Glyph;
  __typeof__(&FT_Render_Glyph) Render_Glyph;
  __typeof__(&FT_Outline_Embolden) Outline_Embolden;
  __typeof__(&FT_Outline_Translate) Outline_Translate;
};

struct fontconfig_functions {
  __typeof__(&FcInit) Init;
  __typeof__(&FcCharSetCreate) CharSetCreate;
  __typeof__(&FcCharSetDestroy) CharSetDestroy;
  __typeof__(&FcCharSetAddChar) CharSetAddChar;
  __typeof__(&FcCharSetHasChar) CharSetHasChar;
  __typeof__(&FcPatternCreate) PatternCreate;
  __typeof__(&FcPatternDestroy) PatternDestroy;
  __typeof__(&FcPatternAddString) PatternAddString;
  __typeof__(&FcPatternAddBool) PatternAddBool;
  __typeof__(&FcPatternAddInteger) PatternAddInteger;
  __typeof__(&FcPatternAddCharSet) PatternAddCharSet;
  __typeof__(&FcPatternGetString) PatternGetString;
  __typeof__(&FcPatternGetInteger) PatternGetInteger;
  __typeof__(&FcPatternGetCharSet) PatternGetCharSet;
  __typeof__(&FcConfigSubstitute) ConfigSubstitute;
  __typeof__(&FcDefaultSubstitute) DefaultSubstitute;
  __typeof__(&FcFontMatch) FontMatch;
};

struct gif_functions {
  __typeof__(&EGifOpen) Open;
  __typeof__(&EGifSetGifVersion) SetGifVersion;
  __typeof__(&EGifPutScreenDesc) PutScreenDesc;
  __typeof__(&EGifPutImageDesc) PutImageDesc;
  __typeof__(&EGifPutLine) PutLine;
  __typeof__(&EGifPutComment) PutComment;
  __typeof__(&EGifPutExtension) PutExtension;
  __typeof__(&EGifPutExtensionLeader) PutExtensionLeader;
  __typeof__(&EGifPutExtensionBlock) PutExtensionBlock;
  __typeof__(&EGifPutExtensionTrailer) PutExtensionTrailer;
  __typeof__(&EGifGCBToExtension) GCBToExtension;
  __typeof__(&EGifCloseFile) CloseFile;
  __typeof__(&GifMakeMapObject) MakeMapObject;
  __typeof__(&GifFreeMapObject) FreeMapObject;
};

struct png_functions {
  __typeof__(&png_create_write_struct) create_write_struct;
  __typeof__(&png_create_info_struct) create_info_struct;
  __typeof__(&png_destroy_write_struct) destroy_write_struct;
  __typeof__(&png_set_write_fn) set_write_fn;
  __typeof__(&png_set_IHDR) set_IHDR;
  __typeof__(&png_set_PLTE) set_PLTE;
  __typeof__(&png_set_text) set_text;
  __typeof__(&png_set_filter) set_filter;
  __typeof__(&png_set_compression_level) set_compression_level;
  __typeof__(&png_write_info) write_info;
  __typeof__(&png_write_row) write_row;
  __typeof__(&png_write_end) write_end;
};

struct webp_functions {
  __typeof__(&WebPConfigInitInternal) ConfigInitInternal;
  __typeof__(&WebPConfigLosslessPreset) ConfigLosslessPreset;
  __typeof__(&WebPPictureInitInternal) PictureInitInternal;
  __typeof__(&WebPPictureImportRGBX) PictureImportRGBX;
  __typeof__(&WebPPictureFree) PictureFree;
  __typeof__(&WebPAnimEncoderOptionsInitInternal) AnimEncoderOptionsInitInternal;
  __typeof__(&WebPAnimEncoderNewInternal) AnimEncoderNewInternal;
  __typeof__(&WebPAnimEncoderAdd) AnimEncoderAdd;
  __typeof__(&WebPAnimEncoderAssemble) AnimEncoderAssemble;
  __typeof__(&WebPAnimEncoderDelete) AnimEncoderDelete;
  __typeof__(&WebPMuxCreateInternal) MuxCreateInternal;
  __typeof__(&WebPMuxSetChunk) MuxSetChunk;
  __typeof__(&WebPMuxAssemble) MuxAssemble;
  __typeof__(&WebPMuxDelete) MuxDelete;
  __typeof__(&WebPFree) Free;
};

struct cfilms {
  /// Which libraries are open, one bit for each.
  unsigned open;
  struct freetype_functions freetype;
  FT_Library text;
  struct fontconfig_functions fontconfig;
  struct gif_functions gif;
  struct png_functions png;
  struct webp_functions webp;
};

/// Bytes that grow at their end.
struct growing {
  uint8_t *start;
  size_t length, capacity;
};

/// Appends bytes; false without memory.
bool cfilms_grow(struct growing *bytes, const void *source, size_t length);

#endif
