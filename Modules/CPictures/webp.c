#include "library.h"

// Bytes are given a piece at a time, so that there is time to look at the clock.
static const size_t piece = 1 << 16;

/// A WebP on its way.
struct job {
  const struct webp_functions *webp;
  const struct cpictures_task *task;
  const struct cpictures_receiver *receiver;
  struct cpictures_outcome *outcome;
  WebPDecoderConfig config;
};

static bool is_scaled(const struct cpictures_task *task) {
  return task->row_width != task->width || task->row_count != task->height;
}

static bool set(struct job *job) {
  const struct cpictures_task *task = job->task;
  WebPDecoderConfig *config = &job->config;
  if (!job->webp->InitDecoderConfigInternal(config, WEBP_DECODER_ABI_VERSION)) return false;
  config->output.colorspace = MODE_RGBA;
  config->options.use_scaling = is_scaled(task);
  config->options.scaled_width = task->row_width;
  config->options.scaled_height = task->row_count;
  return true;
}

static bool is_as_told(struct job *job) {
  WebPBitstreamFeatures *found = &job->config.input;
  VP8StatusCode status = job->webp->GetFeaturesInternal(
      job->task->bytes, job->task->length, found, WEBP_DECODER_ABI_VERSION);
  return status == VP8_STATUS_OK && found->width == job->task->width &&
         found->height == job->task->height && !found->has_animation;
}

static void hand_over(struct job *job, const WebPIDecoder *decoder) {
  int end = 0, width = 0, height = 0, stride = 0;
  const uint8_t *rows = job->webp->IDecGetRGB(decoder, &end, &width, &height, &stride);
  if (!rows || width != job->task->row_width || height != job->task->row_count) return;
  for (; job->outcome->rows < end; job->outcome->rows++) {
    const uint8_t *row = rows + (size_t)stride * (size_t)job->outcome->rows;
    job->receiver->take(job->receiver->context, row);
  }
}

static VP8StatusCode feed(struct job *job, WebPIDecoder *decoder) {
  VP8StatusCode status = VP8_STATUS_SUSPENDED;
  size_t given = 0, length = job->task->length;
  while (status == VP8_STATUS_SUSPENDED && given < length) {
    if (!job->receiver->may_go_on(job->receiver->context)) {
      job->outcome->is_late = true;
      return VP8_STATUS_USER_ABORT;
    }
    given = length - given > piece ? given + piece : length;
    status = job->webp->IUpdate(decoder, job->task->bytes, given);
    hand_over(job, decoder);
  }
  return status;
}

static const char *reason(VP8StatusCode status) {
  switch (status) {
    case VP8_STATUS_OUT_OF_MEMORY: return "no memory";
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA: return "its end is missing";
    case VP8_STATUS_UNSUPPORTED_FEATURE: return "it uses what libwebp does not know";
    default: return "its data makes no sense";
  }
}

void cpictures_decode_webp(
    const struct webp_functions *webp, const struct cpictures_task *task,
    const struct cpictures_receiver *receiver, struct cpictures_outcome *outcome) {
  struct job job = {.webp = webp, .task = task, .receiver = receiver, .outcome = outcome};
  if (!set(&job)) return cpictures_say(outcome, "libwebp has another version");
  if (!is_as_told(&job)) return cpictures_say(outcome, "its headers contradict each other");
  WebPIDecoder *decoder = webp->IDecode(NULL, 0, &job.config);
  if (!decoder) return cpictures_say(outcome, "no memory");
  VP8StatusCode status = feed(&job, decoder);
  if (status != VP8_STATUS_OK) {
    outcome->is_damaged = true;
    outcome->is_cut = status == VP8_STATUS_SUSPENDED || status == VP8_STATUS_NOT_ENOUGH_DATA;
    cpictures_say(outcome, reason(status));
  }
  webp->IDelete(decoder);
  webp->FreeDecBuffer(&job.config.output);
}
