#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

/// A PNG on its way.
struct job {
  const struct png_functions *png;
  const struct cfilms_png *picture;
  png_structp writer;
  png_infop info;
  png_textp texts;
  struct growing bytes;
  char *reason;
  size_t reason_length;
  jmp_buf exit;
};

// Libpng tells its callbacks what they belong to through a function of its own, which is not linked; a thread writes one
// picture at a time.
static _Thread_local struct job *current;

static void leave(png_structp writer, const char *reason) {
  (void)writer;
  snprintf(current->reason, current->reason_length, "%s", reason);
  longjmp(current->exit, 1);
}

static void pass_over(png_structp writer, const char *warning) {
  (void)writer;
  (void)warning;
}

static void append(png_structp writer, png_bytep source, size_t length) {
  if (!cfilms_grow(&current->bytes, source, length)) leave(writer, "no memory");
}

static void flush(png_structp writer) { (void)writer; }

static bool is_ascii(const char *text) {
  for (; *text; text++)
    if (*text & 0x80) return false;
  return true;
}

// Text in Latin 1 is tEXt; other text is iTXt, which is UTF-8.
static void set_texts(struct job *job) {
  int count = job->picture->text_count;
  job->texts = calloc((size_t)count, sizeof *job->texts);
  if (!job->texts) leave(job->writer, "no memory");
  for (int number = 0; number < count; number++) {
    const char *text = job->picture->texts[2 * number + 1];
    job->texts[number].compression =
        is_ascii(text) ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
    job->texts[number].key = (char *)job->picture->texts[2 * number];
    job->texts[number].text = (char *)text;
  }
  job->png->set_text(job->writer, job->info, job->texts, count);
}

static void set_form(struct job *job) {
  const struct cfilms_png *picture = job->picture;
  job->png->set_IHDR(
      job->writer, job->info, (png_uint_32)picture->width, (png_uint_32)picture->height, 8,
      picture->palette ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (!picture->palette) return;
  png_color colors[256];
  for (int number = 0; number < picture->color_count; number++)
    colors[number] = (png_color){
        picture->palette[3 * number], picture->palette[3 * number + 1],
        picture->palette[3 * number + 2]};
  job->png->set_PLTE(job->writer, job->info, colors, picture->color_count);
  job->png->set_filter(job->writer, 0, PNG_FILTER_NONE);
}

static void write_picture(struct job *job) {
  const struct cfilms_png *picture = job->picture;
  job->writer = job->png->create_write_struct(PNG_LIBPNG_VER_STRING, NULL, leave, pass_over);
  if (!job->writer) leave(NULL, "libpng has another version");
  job->info = job->png->create_info_struct(job->writer);
  if (!job->info) leave(NULL, "no memory");
  job->png->set_write_fn(job->writer, NULL, append, flush);
  set_form(job);
  set_texts(job);
  job->png->set_compression_level(job->writer, 6);
  job->png->write_info(job->writer, job->info);
  size_t length = (size_t)picture->width * (picture->palette ? 1 : 3);
  for (int32_t row = 0; row < picture->height; row++)
    job->png->write_row(job->writer, picture->pixels + (size_t)row * length);
  job->png->write_end(job->writer, job->info);
}

struct cfilms_bytes cfilms_write_png(
    struct cfilms *films, const struct cfilms_png *picture, char *reason, size_t length) {
  struct job job = {
      .png = &films->png, .picture = picture, .reason = reason, .reason_length = length};
  current = &job;
  bool is_done = false;
  if (setjmp(job.exit) == 0) {
    write_picture(&job);
    is_done = true;
  }
  if (current->writer) films->png.destroy_write_struct(&current->writer, &current->info);
  free(current->texts);
  struct cfilms_bytes bytes = {current->bytes.start, current->bytes.length};
  current = NULL;
  if (is_done) return bytes;
  free(bytes.start);
  return (struct cfilms_bytes){0};
}
