// What the files of this module share.

#ifndef CPICTURES_LIBRARY_H
#define CPICTURES_LIBRARY_H

#include <stdio.h>
// jpeglib.h needs stdio.h before it.
#include <jpeglib.h>
#include <gif_lib.h>
#include <png.h>
#include <webp/decode.h>

#include "CPictures.h"

struct jpeg_functions {
  __typeof__(&jpeg_std_error) std_error;
  __typeof__(&jpeg_resync_to_restart) resync_to_restart;
  __typeof__(&jpeg_CreateDecompress) CreateDecompress;
  __typeof__(&jpeg_destroy_decompress) destroy_decompress;
  __typeof__(&jpeg_read_header) read_header;
  __typeof__(&jpeg_has_multiple_scans) has_multiple_scans;
  __typeof__(&jpeg_start_decompress) start_decompress;
  __typeof__(&jpeg_read_scanlines) read_scanlines;
  __typeof__(&jpeg_CreateCompress) CreateCompress;
  __typeof__(&jpeg_destroy_compress) destroy_compress;
  __typeof__(&jpeg_mem_dest) mem_dest;
  __typeof__(&jpeg_set_defaults) set_defaults;
  __typeof__(&jpeg_set_quality) set_quality;
  __typeof__(&jpeg_start_compress) start_compress;
  __typeof__(&jpeg_write_scanlines) write_scanlines;
  __typeof__(&jpeg_finish_compress) finish_compress;
};

struct png_functions {
  __typeof__(&png_create_read_struct) create_read_struct;
  __typeof__(&png_create_info_struct) create_info_struct;
  __typeof__(&png_destroy_read_struct) destroy_read_struct;
  __typeof__(&png_set_read_fn) set_read_fn;
  __typeof__(&png_set_user_limits) set_user_limits;
  __typeof__(&png_set_keep_unknown_chunks) set_keep_unknown_chunks;
  __typeof__(&png_set_compression_buffer_size) set_compression_buffer_size;
  __typeof__(&png_error) error;
  __typeof__(&png_read_info) read_info;
  __typeof__(&png_get_IHDR) get_IHDR;
  __typeof__(&png_set_expand) set_expand;
  __typeof__(&png_set_scale_16) set_scale_16;
  __typeof__(&png_set_gray_to_rgb) set_gray_to_rgb;
  __typeof__(&png_set_add_alpha) set_add_alpha;
  __typeof__(&png_set_interlace_handling) set_interlace_handling;
  __typeof__(&png_read_update_info) read_update_info;
  __typeof__(&png_get_rowbytes) get_rowbytes;
  __typeof__(&png_read_row) read_row;
};

struct webp_functions {
  __typeof__(&WebPInitDecoderConfigInternal) InitDecoderConfigInternal;
  __typeof__(&WebPGetFeaturesInternal) GetFeaturesInternal;
  __typeof__(&WebPIDecode) IDecode;
  __typeof__(&WebPIUpdate) IUpdate;
  __typeof__(&WebPIDecGetRGB) IDecGetRGB;
  __typeof__(&WebPIDelete) IDelete;
  __typeof__(&WebPFreeDecBuffer) FreeDecBuffer;
};

struct gif_functions {
  __typeof__(&DGifOpen) Open;
  __typeof__(&DGifCloseFile) CloseFile;
  __typeof__(&DGifGetRecordType) GetRecordType;
  __typeof__(&DGifGetExtension) GetExtension;
  __typeof__(&DGifGetExtensionNext) GetExtensionNext;
  __typeof__(&DGifGetImageDesc) GetImageDesc;
  __typeof__(&DGifGetLine) GetLine;
};

struct cpictures_library {
  enum cpictures_format format;
  union {
    struct jpeg_functions jpeg;
    struct png_functions png;
    struct webp_functions webp;
    struct gif_functions gif;
  };
};

void cpictures_decode_jpeg(
    const struct jpeg_functions *jpeg, const struct cpictures_task *task,
    const struct cpictures_receiver *receiver, struct cpictures_outcome *outcome);

void cpictures_decode_png(
    const struct png_functions *png, const struct cpictures_task *task,
    const struct cpictures_receiver *receiver, struct cpictures_outcome *outcome);

void cpictures_decode_webp(
    const struct webp_functions *webp, const struct cpictures_task *task,
    const struct cpictures_receiver *receiver, struct cpictures_outcome *outcome);

void cpictures_decode_gif(
    const struct gif_functions *gif, const struct cpictures_task *task,
    const struct cpictures_receiver *receiver, struct cpictures_outcome *outcome);

/// Keeps what is said first.
void cpictures_say(struct cpictures_outcome *outcome, const char *reason);

#endif
