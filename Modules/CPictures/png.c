#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

/// A PNG on its way.
struct job {
  const struct png_functions *png;
  const struct cpictures_task *task;
  const struct cpictures_receiver *receiver;
  struct cpictures_outcome *outcome;
  png_structp reader;
  png_infop info;
  jmp_buf exit;
  size_t used;
  /// One row, or the whole picture if it comes in several passes.
  uint8_t *rows;
  /// How many rows of the picture are there.
  int32_t filled;
  /// Whether the last row is being read.
  bool is_last;
  /// How many more bytes the last row can need.
  size_t budget;
};

// Libpng tells its callbacks what they belong to through a function of its own, which is not
// linked; a thread decodes one picture at a time.
static _Thread_local struct job *current;

static void leave(png_structp reader, const char *reason) {
  (void)reader;
  cpictures_say(current->outcome, reason);
  longjmp(current->exit, 1);
}

static void pass_over(png_structp reader, const char *warning) {
  (void)reader;
  (void)warning;
}

static void take_time(struct job *job) {
  if (job->receiver->may_go_on(job->receiver->context)) return;
  job->outcome->is_late = true;
  leave(job->reader, "no time");
}

// Libpng inflates all that follows the last row before it returns that row. No picture is in there, and it can be
// as long as somebody likes.
enum { has_all_rows = 2 };

static void begin_last_row(struct job *job) {
  job->is_last = true;
  // A pixel has at most eight bytes. A chunk of a single byte takes thirteen.
  job->budget = 13 * (8 * (size_t)job->task->width + 1) + 4096;
}

static void copy_source(png_structp reader, png_bytep buffer, size_t count) {
  struct job *job = current;
  // A few bytes can be inflated to much more.
  take_time(job);
  if (job->is_last) {
    if (count > job->budget) longjmp(job->exit, has_all_rows);
    job->budget -= count;
  }
  if (count > job->task->length - job->used) {
    job->outcome->is_cut = true;
    job->png->error(reader, "its end is missing");
  }
  memcpy(buffer, job->task->bytes + job->used, count);
  job->used += count;
}

static void begin(struct job *job) {
  const struct png_functions *png = job->png;
  job->reader = png->create_read_struct(PNG_LIBPNG_VER_STRING, NULL, leave, pass_over);
  if (!job->reader) leave(NULL, "libpng has another version");
  job->info = png->create_info_struct(job->reader);
  if (!job->info) leave(NULL, "no memory");
  png->set_read_fn(job->reader, NULL, copy_source);
  png->set_user_limits(
      job->reader, (png_uint_32)job->task->width, (png_uint_32)job->task->height);
  // Little is asked for at a time, so that little is lost where the bytes end too early.
  png->set_compression_buffer_size(job->reader, 512);
  // Texts, profiles and the like are not even unpacked.
  png->set_keep_unknown_chunks(job->reader, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png->read_info(job->reader, job->info);
}

static void check_header(struct job *job) {
  png_uint_32 width = 0, height = 0;
  int depth, color, interlace = 0;
  job->png->get_IHDR(
      job->reader, job->info, &width, &height, &depth, &color, &interlace, NULL, NULL);
  if (width != (png_uint_32)job->task->width || height != (png_uint_32)job->task->height ||
      (interlace != PNG_INTERLACE_NONE) != job->task->is_progressive)
    leave(job->reader, "its headers contradict each other");
}

// Every kind of pixel becomes red, green, blue and opacity of eight bits.
static void set_form(struct job *job) {
  const struct png_functions *png = job->png;
  png->set_expand(job->reader);
  png->set_scale_16(job->reader);
  png->set_gray_to_rgb(job->reader);
  png->set_add_alpha(job->reader, 0xFF, PNG_FILLER_AFTER);
  png->set_interlace_handling(job->reader);
  png->read_update_info(job->reader, job->info);
  size_t length = 4 * (size_t)job->task->width;
  if (png->get_rowbytes(job->reader, job->info) != length) leave(job->reader, "unknown form");
  job->rows = calloc(job->task->is_progressive ? (size_t)job->task->height : 1, length);
  if (!job->rows) leave(job->reader, "no memory");
}

static void take_row(struct job *job) {
  job->receiver->take(job->receiver->context, job->rows);
  job->outcome->rows++;
}

static void read_rows(struct job *job) {
  while (job->outcome->rows < job->task->height) {
    take_time(job);
    if (job->outcome->rows + 1 == job->task->height) begin_last_row(job);
    job->png->read_row(job->reader, job->rows, NULL);
    take_row(job);
  }
}

// Each pass fills the picture with larger pixels at first, so that it can be shown at any time.
static void read_passes(struct job *job) {
  size_t length = 4 * (size_t)job->task->width;
  for (int pass = 0; pass < 7; pass++) {
    for (int32_t row = 0; row < job->task->height; row++) {
      take_time(job);
      if (pass == 6 && row + 1 == job->task->height) begin_last_row(job);
      job->png->read_row(job->reader, NULL, job->rows + length * (size_t)row);
      if (row >= job->filled) job->filled = row + 1;
    }
  }
}

static void hand_over(struct job *job) {
  size_t length = 4 * (size_t)job->task->width;
  while (job->outcome->rows < job->filled) {
    const uint8_t *row = job->rows + length * (size_t)job->outcome->rows;
    job->receiver->take(job->receiver->context, row);
    job->outcome->rows++;
  }
}

void cpictures_decode_png(
    const struct png_functions *png, const struct cpictures_task *task,
    const struct cpictures_receiver *receiver, struct cpictures_outcome *outcome) {
  struct job *job = calloc(1, sizeof *job);
  if (!job) return cpictures_say(outcome, "no memory");
  job->png = png;
  job->task = task;
  job->receiver = receiver;
  job->outcome = outcome;
  current = job;
  switch (setjmp(job->exit)) {
    case 0:
      begin(job);
      check_header(job);
      set_form(job);
      if (task->is_progressive) read_passes(job);
      else read_rows(job);
      break;
    case has_all_rows:
      if (task->is_progressive) job->filled = task->height;
      else take_row(job);
      break;
    default: outcome->is_damaged = true;
  }
  if (!outcome->is_late) hand_over(job);
  current = NULL;
  if (job->reader) png->destroy_read_struct(&job->reader, job->info ? &job->info : NULL, NULL);
  free(job->rows);
  free(job);
}
