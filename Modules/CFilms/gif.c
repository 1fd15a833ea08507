#include <stdlib.h>
#include <string.h>

#include "library.h"

struct cfilms_gif {
  const struct gif_functions *gif;
  GifFileType *file;
  struct growing bytes;
  /// One row, because giflib changes what it gets.
  uint8_t *row;
  bool is_broken;
};

static int append(GifFileType *file, const GifByteType *source, int length) {
  struct cfilms_gif *gif = file->UserData;
  if (!cfilms_grow(&gif->bytes, source, (size_t)length)) return 0;
  return length;
}

// The extension that browsers read as the number of repetitions; 0 is forever.
static bool put_loop(struct cfilms_gif *gif) {
  const uint8_t count[] = {1, 0, 0};
  return gif->gif->PutExtensionLeader(gif->file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
         gif->gif->PutExtensionBlock(gif->file, 11, "NETSCAPE2.0") == GIF_OK &&
         gif->gif->PutExtensionBlock(gif->file, sizeof count, count) == GIF_OK &&
         gif->gif->PutExtensionTrailer(gif->file) == GIF_OK;
}

static bool begin(
    struct cfilms_gif *gif, int32_t width, int32_t height, const uint8_t *palette, int32_t count,
    bool is_looping, const char *comment) {
  int error = 0;
  gif->row = malloc((size_t)width);
  gif->file = gif->gif->Open(gif, append, &error);
  if (!gif->row || !gif->file) return false;
  GifColorType colors[256];
  for (int32_t number = 0; number < count; number++)
    colors[number] = (GifColorType){
        palette[3 * number], palette[3 * number + 1], palette[3 * number + 2]};
  ColorMapObject *map = gif->gif->MakeMapObject(count, colors);
  if (!map) return false;
  gif->gif->SetGifVersion(gif->file, true);
  bool is_done = gif->gif->PutScreenDesc(gif->file, width, height, 8, 0, map) == GIF_OK &&
                 (!is_looping || put_loop(gif)) &&
                 gif->gif->PutComment(gif->file, comment) == GIF_OK;
  gif->gif->FreeMapObject(map);
  return is_done;
}

struct cfilms_gif *cfilms_gif_begin(
    struct cfilms *films, int32_t width, int32_t height, const uint8_t *palette, int32_t count,
    bool is_looping, const char *comment) {
  struct cfilms_gif *gif = calloc(1, sizeof *gif);
  if (!gif) return NULL;
  gif->gif = &films->gif;
  if (begin(gif, width, height, palette, count, is_looping, comment)) return gif;
  cfilms_gif_end(gif, NULL);
  return NULL;
}

bool cfilms_gif_add(
    struct cfilms_gif *gif, int32_t x, int32_t y, int32_t width, int32_t height,
    const uint8_t *pixels, int32_t hundredths, int32_t transparent) {
  const GraphicsControlBlock control = {
      .DisposalMode = DISPOSE_DO_NOT, .DelayTime = hundredths, .TransparentColor = transparent};
  GifByteType extension[4];
  size_t length = gif->gif->GCBToExtension(&control, extension);
  if (gif->gif->PutExtension(gif->file, GRAPHICS_EXT_FUNC_CODE, (int)length, extension) != GIF_OK ||
      gif->gif->PutImageDesc(gif->file, x, y, width, height, false, NULL) != GIF_OK)
    return false;
  for (int32_t row = 0; row < height; row++) {
    memcpy(gif->row, pixels + (size_t)row * (size_t)width, (size_t)width);
    if (gif->gif->PutLine(gif->file, gif->row, width) != GIF_OK) return false;
  }
  return true;
}

struct cfilms_bytes cfilms_gif_take(struct cfilms_gif *gif) {
  struct cfilms_bytes taken = {gif->bytes.start, gif->bytes.length};
  gif->bytes = (struct growing){0};
  return taken;
}

bool cfilms_gif_end(struct cfilms_gif *gif, struct cfilms_bytes *last) {
  int error = 0;
  bool is_done = gif->file && gif->gif->CloseFile(gif->file, &error) == GIF_OK;
  if (last) {
    *last = cfilms_gif_take(gif);
  }
  free(gif->bytes.start);
  free(gif->row);
  free(gif);
  return is_done;
}
