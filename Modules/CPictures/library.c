#include "library.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

const char *cpictures_library_name(enum cpictures_format format) {
#ifdef __APPLE__
  switch (format) {
    case CPICTURES_JPEG: return "libjpeg." TEXT(JPEG_LIB_VERSION) ".dylib";
    case CPICTURES_PNG: return "libpng16.16.dylib";
    case CPICTURES_WEBP: return "libwebp.7.dylib";
    case CPICTURES_GIF: return "libgif.dylib";
  }
#else
  switch (format) {
#if JPEG_LIB_VERSION < 70
    case CPICTURES_JPEG: return "libjpeg.so.62";
#else
    case CPICTURES_JPEG: return "libjpeg.so.8";
#endif
    case CPICTURES_PNG: return "libpng16.so.16";
    case CPICTURES_WEBP: return "libwebp.so.7";
    case CPICTURES_GIF: return "libgif.so.7";
  }
#endif
  return "";
}

// Each answers whether the library has all functions, or which one it lacks.
#define FIND(prefix, function)                                              \
  *missing = "it is too old: it lacks " #prefix #function;                  \
  *(void **)(&table->function) = dlsym(opened, #prefix #function);          \
  if (!table->function) return false

static bool find_jpeg(void *opened, struct jpeg_functions *table, const char **missing) {
  FIND(jpeg_, std_error);
  FIND(jpeg_, resync_to_restart);
  FIND(jpeg_, CreateDecompress);
  FIND(jpeg_, destroy_decompress);
  FIND(jpeg_, read_header);
  FIND(jpeg_, has_multiple_scans);
  FIND(jpeg_, start_decompress);
  FIND(jpeg_, read_scanlines);
  FIND(jpeg_, CreateCompress);
  FIND(jpeg_, destroy_compress);
  FIND(jpeg_, mem_dest);
  FIND(jpeg_, set_defaults);
  FIND(jpeg_, set_quality);
  FIND(jpeg_, start_compress);
  FIND(jpeg_, write_scanlines);
  FIND(jpeg_, finish_compress);
  return true;
}

static bool find_png(void *opened, struct png_functions *table, const char **missing) {
  FIND(png_, create_read_struct);
  FIND(png_, create_info_struct);
  FIND(png_, destroy_read_struct);
  FIND(png_, set_read_fn);
  FIND(png_, set_user_limits);
  FIND(png_, set_keep_unknown_chunks);
  FIND(png_, set_compression_buffer_size);
  FIND(png_, error);
  FIND(png_, read_info);
  FIND(png_, get_IHDR);
  FIND(png_, set_expand);
  FIND(png_, set_scale_16);
  FIND(png_, set_gray_to_rgb);
  FIND(png_, set_add_alpha);
  FIND(png_, set_interlace_handling);
  FIND(png_, read_update_info);
  FIND(png_, get_rowbytes);
  FIND(png_, read_row);
  return true;
}

static bool find_webp(void *opened, struct webp_functions *table, const char **missing) {
  FIND(WebP, InitDecoderConfigInternal);
  FIND(WebP, GetFeaturesInternal);
  FIND(WebP, IDecode);
  FIND(WebP, IUpdate);
  FIND(WebP, IDecGetRGB);
  FIND(WebP, IDelete);
  FIND(WebP, FreeDecBuffer);
  return true;
}

static bool find_gif(void *opened, struct gif_functions *table, const char **missing) {
  FIND(DGif, Open);
  FIND(DGif, CloseFile);
  FIND(DGif, GetRecordType);
  FIND(DGif, GetExtension);
  FIND(DGif, GetExtensionNext);
  FIND(DGif, GetImageDesc);
  FIND(DGif, GetLine);
  return true;
}

static bool find(void *opened, struct cpictures_library *library, const char **missing) {
  switch (library->format) {
    case CPICTURES_JPEG: return find_jpeg(opened, &library->jpeg, missing);
    case CPICTURES_PNG: return find_png(opened, &library->png, missing);
    case CPICTURES_WEBP: return find_webp(opened, &library->webp, missing);
    case CPICTURES_GIF: return find_gif(opened, &library->gif, missing);
  }
  return false;
}

struct cpictures_library *cpictures_open(
    enum cpictures_format format, const char *name, const char **reason) {
  void *opened = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!opened) {
    *reason = dlerror();
    return NULL;
  }
  struct cpictures_library *library = calloc(1, sizeof *library);
  *reason = "no memory";
  if (!library) return NULL;
  library->format = format;
  if (find(opened, library, reason)) return library;
  free(library);
  return NULL;
}

void cpictures_release(struct cpictures_library *library) { free(library); }

void cpictures_say(struct cpictures_outcome *outcome, const char *reason) {
  if (!outcome->reason[0]) snprintf(outcome->reason, sizeof outcome->reason, "%s", reason);
}

struct cpictures_outcome cpictures_decode(
    const struct cpictures_library *library, struct cpictures_task task,
    struct cpictures_receiver receiver) {
  struct cpictures_outcome outcome = {0};
  switch (library->format) {
    case CPICTURES_JPEG: cpictures_decode_jpeg(&library->jpeg, &task, &receiver, &outcome); break;
    case CPICTURES_PNG: cpictures_decode_png(&library->png, &task, &receiver, &outcome); break;
    case CPICTURES_WEBP: cpictures_decode_webp(&library->webp, &task, &receiver, &outcome); break;
    case CPICTURES_GIF: cpictures_decode_gif(&library->gif, &task, &receiver, &outcome); break;
  }
  return outcome;
}
