#include <jerror.h>
#include <setjmp.h>
#include <stdlib.h>

#include "library.h"

/// A JPEG on its way, which libjpeg carries along as its client data.
struct job {
  const struct jpeg_functions *jpeg;
  const struct cpictures_task *task;
  const struct cpictures_receiver *receiver;
  struct cpictures_outcome *outcome;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  struct jpeg_decompress_struct picture;
  jmp_buf exit;
  uint8_t *row;
  /// The first row that the data did not reach.
  JDIMENSION end;
};

static void leave(struct job *job, const char *reason) {
  cpictures_say(job->outcome, reason);
  longjmp(job->exit, 1);
}

static void leave_after_error(j_common_ptr picture) {
  char reason[JMSG_LENGTH_MAX];
  picture->err->format_message(picture, reason);
  leave(picture->client_data, reason);
}

// The data may end in the middle; what libjpeg makes up from there on is not shown.
static void note_end(struct job *job) {
  struct jpeg_decompress_struct *picture = &job->picture;
  if (picture->unread_marker != JPEG_EOI || picture->input_scan_number > 1) return;
  JDIMENSION rows = picture->max_v_samp_factor * job->task->eighths;
  if (job->end > picture->input_iMCU_row * rows) job->end = picture->input_iMCU_row * rows;
}

static void note_warning(j_common_ptr picture, int level) {
  struct job *job = picture->client_data;
  if (level >= 0) return;
  switch (picture->err->msg_code) {
    case JWRN_HIT_MARKER: note_end(job); // fall through
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_MUST_RESYNC:
    case JWRN_NOT_SEQUENTIAL: job->outcome->is_damaged = true;
  }
}

static void print_nothing(j_common_ptr picture) { (void)picture; }

static void begin_source(j_decompress_ptr picture) { (void)picture; }

// All bytes were given at once: more are asked for where the end of the picture is missing.
static boolean end_source(j_decompress_ptr picture) {
  static const JOCTET end[] = {0xFF, JPEG_EOI};
  struct job *job = picture->client_data;
  job->outcome->is_cut = true;
  if (job->task->is_progressive) job->outcome->is_damaged = true;
  picture->src->next_input_byte = end;
  picture->src->bytes_in_buffer = sizeof end;
  return TRUE;
}

static void skip_source(j_decompress_ptr picture, long count) {
  struct jpeg_source_mgr *source = picture->src;
  if (count <= 0) return;
  size_t skipped = (size_t)count;
  if (skipped > source->bytes_in_buffer) skipped = source->bytes_in_buffer;
  source->next_input_byte += skipped;
  source->bytes_in_buffer -= skipped;
}

static void watch_passes(j_common_ptr picture) {
  struct job *job = picture->client_data;
  if (job->picture.input_scan_number > job->task->pass_limit) {
    job->outcome->has_too_many_passes = true;
    leave(job, "too many passes");
  }
  if (!job->receiver->may_go_on(job->receiver->context)) {
    job->outcome->is_late = true;
    leave(job, "no time");
  }
}

static void begin(struct job *job) {
  struct jpeg_decompress_struct *picture = &job->picture;
  picture->err = job->jpeg->std_error(&job->errors);
  job->errors.error_exit = leave_after_error;
  job->errors.emit_message = note_warning;
  job->errors.output_message = print_nothing;
  picture->client_data = job;
  job->jpeg->CreateDecompress(picture, JPEG_LIB_VERSION, sizeof *picture);
  job->source = (struct jpeg_source_mgr){
      job->task->bytes, job->task->length, begin_source, end_source, skip_source,
      job->jpeg->resync_to_restart, begin_source};
  picture->src = &job->source;
  job->progress.progress_monitor = watch_passes;
  picture->progress = &job->progress;
}

static void check_header(struct job *job) {
  struct jpeg_decompress_struct *picture = &job->picture;
  job->jpeg->read_header(picture, TRUE);
  if ((int64_t)picture->image_width != job->task->width ||
      (int64_t)picture->image_height != job->task->height ||
      (job->jpeg->has_multiple_scans(picture) && !job->task->is_progressive))
    leave(job, "its headers contradict each other");
}

static bool is_in_inks(const struct jpeg_decompress_struct *picture) {
  return picture->jpeg_color_space == JCS_CMYK || picture->jpeg_color_space == JCS_YCCK;
}

static void start(struct job *job) {
  struct jpeg_decompress_struct *picture = &job->picture;
  picture->out_color_space = is_in_inks(picture) ? JCS_CMYK : JCS_EXT_RGBA;
  picture->scale_num = job->task->eighths;
  picture->scale_denom = 8;
  job->jpeg->start_decompress(picture);
  if ((int64_t)picture->output_width != job->task->row_width ||
      (int64_t)picture->output_height != job->task->row_count || picture->output_components != 4)
    leave(job, "its headers contradict each other");
  job->row = malloc(4 * (size_t)picture->output_width);
  if (!job->row) leave(job, "no memory");
}

// Inks are stored as what they leave of the light, as Photoshop does and browsers expect.
static void mix_inks(uint8_t *row, JDIMENSION width) {
  for (JDIMENSION pixel = 0; pixel < width; pixel++, row += 4) {
    unsigned light = row[3];
    for (int ink = 0; ink < 3; ink++) row[ink] = (uint8_t)((row[ink] * light + 127) / 255);
    row[3] = 255;
  }
}

static void hand_over(struct job *job) {
  struct jpeg_decompress_struct *picture = &job->picture;
  while (picture->output_scanline < picture->output_height) {
    JDIMENSION row = picture->output_scanline;
    if (job->jpeg->read_scanlines(picture, &job->row, 1) != 1) return;
    if (row >= job->end) return;
    if (is_in_inks(picture)) mix_inks(job->row, picture->output_width);
    job->receiver->take(job->receiver->context, job->row);
    job->outcome->rows++;
  }
}

void cpictures_decode_jpeg(
    const struct jpeg_functions *jpeg, const struct cpictures_task *task,
    const struct cpictures_receiver *receiver, struct cpictures_outcome *outcome) {
  struct job *job = calloc(1, sizeof *job);
  if (!job) return cpictures_say(outcome, "no memory");
  job->jpeg = jpeg;
  job->task = task;
  job->receiver = receiver;
  job->outcome = outcome;
  job->end = UINT32_MAX;
  if (!setjmp(job->exit)) {
    begin(job);
    check_header(job);
    start(job);
    hand_over(job);
  }
  jpeg->destroy_decompress(&job->picture);
  free(job->row);
  free(job);
}
