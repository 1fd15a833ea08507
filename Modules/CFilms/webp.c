#include <stdlib.h>
#include <string.h>

#include "library.h"

struct cfilms_webp {
  const struct webp_functions *webp;
  WebPAnimEncoder *encoder;
  WebPPicture picture;
  WebPConfig config;
};

static bool begin(
    struct cfilms_webp *webp, int32_t width, int32_t height, bool is_looping, int32_t quality) {
  const struct webp_functions *functions = webp->webp;
  WebPAnimEncoderOptions options;
  if (!functions->AnimEncoderOptionsInitInternal(&options, WEBP_MUX_ABI_VERSION) ||
      !functions->ConfigInitInternal(
          &webp->config, WEBP_PRESET_DEFAULT, quality < 0 ? 75 : (float)quality,
          WEBP_ENCODER_ABI_VERSION) ||
      !functions->PictureInitInternal(&webp->picture, WEBP_ENCODER_ABI_VERSION))
    return false;
  options.anim_params.loop_count = is_looping ? 0 : 1;
  // No frame but the first is whole: nobody seeks in a film this short.
  options.kmax = 0;
  if (quality < 0) functions->ConfigLosslessPreset(&webp->config, 2);
  webp->picture.use_argb = 1;
  webp->picture.width = width;
  webp->picture.height = height;
  webp->encoder = functions->AnimEncoderNewInternal(width, height, &options, WEBP_MUX_ABI_VERSION);
  return webp->encoder;
}

struct cfilms_webp *cfilms_webp_begin(
    struct cfilms *films, int32_t width, int32_t height, bool is_looping, int32_t quality) {
  struct cfilms_webp *webp = calloc(1, sizeof *webp);
  if (!webp) return NULL;
  webp->webp = &films->webp;
  if (begin(webp, width, height, is_looping, quality)) return webp;
  cfilms_webp_cancel(webp);
  return NULL;
}

bool cfilms_webp_add(struct cfilms_webp *webp, const uint8_t *pixels, int32_t milliseconds) {
  return webp->webp->PictureImportRGBX(&webp->picture, pixels, 4 * webp->picture.width) &&
         webp->webp->AnimEncoderAdd(
             webp->encoder, &webp->picture, milliseconds, &webp->config);
}

// Adds the metadata to an assembled film.
static struct cfilms_bytes with_metadata(
    const struct webp_functions *webp, const WebPData *film, const char *xmp) {
  struct growing bytes = {0};
  WebPMux *mux = webp->MuxCreateInternal(film, 0, WEBP_MUX_ABI_VERSION);
  const WebPData text = {(const uint8_t *)xmp, strlen(xmp)};
  WebPData result = {0};
  if (mux && webp->MuxSetChunk(mux, "XMP ", &text, 0) == WEBP_MUX_OK &&
      webp->MuxAssemble(mux, &result) == WEBP_MUX_OK)
    cfilms_grow(&bytes, result.bytes, result.size);
  webp->Free((void *)result.bytes);
  if (mux) webp->MuxDelete(mux);
  return (struct cfilms_bytes){bytes.start, bytes.length};
}

struct cfilms_bytes cfilms_webp_end(
    struct cfilms_webp *webp, int32_t milliseconds, const char *xmp) {
  const struct webp_functions *functions = webp->webp;
  struct cfilms_bytes bytes = {0};
  WebPData film = {0};
  if (functions->AnimEncoderAdd(webp->encoder, NULL, milliseconds, NULL) &&
      functions->AnimEncoderAssemble(webp->encoder, &film))
    bytes = with_metadata(functions, &film, xmp);
  functions->Free((void *)film.bytes);
  cfilms_webp_cancel(webp);
  return bytes;
}

void cfilms_webp_cancel(struct cfilms_webp *webp) {
  if (webp->encoder) webp->webp->AnimEncoderDelete(webp->encoder);
  webp->webp->PictureFree(&webp->picture);
  free(webp);
}
