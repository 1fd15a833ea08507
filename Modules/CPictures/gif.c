#include "library.h"

#include <stdlib.h>
#include <string.h>

/// A GIF on its way.
struct job {
  const struct gif_functions *gif;
  const struct cpictures_task *task;
  const struct cpictures_receiver *receiver;
  struct cpictures_outcome *outcome;
  GifFileType *file;
  size_t given;
  /// A row of color indices, and of the colors.
  uint8_t *numbers, *colors;
};

static int give(GifFileType *file, GifByteType *target, int length) {
  struct job *job = file->UserData;
  size_t left = job->task->length - job->given;
  size_t count = (size_t)length < left ? (size_t)length : left;
  memcpy(target, job->task->bytes + job->given, count);
  job->given += count;
  return (int)count;
}

/// Reads up to the pixels of the first picture.
static bool find_picture(struct job *job) {
  GifRecordType type = UNDEFINED_RECORD_TYPE;
  while (job->gif->GetRecordType(job->file, &type) == GIF_OK && type != IMAGE_DESC_RECORD_TYPE) {
    if (type != EXTENSION_RECORD_TYPE) return false;
    int code = 0;
    GifByteType *block = NULL;
    bool is_read = job->gif->GetExtension(job->file, &code, &block) == GIF_OK;
    while (is_read && block) is_read = job->gif->GetExtensionNext(job->file, &block) == GIF_OK;
    if (!is_read) return false;
  }
  return type == IMAGE_DESC_RECORD_TYPE && job->gif->GetImageDesc(job->file) == GIF_OK &&
         job->file->Image.Width == job->task->width &&
         job->file->Image.Height == job->task->height &&
         job->file->Image.Interlace == job->task->is_progressive;
}

/// Reads the color indices of a row; answers whether they are there.
static bool read_row(struct job *job, bool is_last) {
  int width = job->task->width;
  // With the last pixel, giflib asks for the end of the picture, too, without which the pixel is there.
  int first = is_last && width > 1 ? width - 1 : width;
  job->outcome->is_late = !job->receiver->may_go_on(job->receiver->context);
  if (job->outcome->is_late) return false;
  bool is_read = job->gif->GetLine(job->file, job->numbers, first) == GIF_OK;
  if (is_read && first < width) job->gif->GetLine(job->file, job->numbers + first, width - first);
  if (!is_read) job->outcome->is_damaged = true;
  return is_read;
}

static void hand_over(struct job *job, const uint8_t *numbers) {
  const ColorMapObject *own = job->file->Image.ColorMap;
  const ColorMapObject *map = own ? own : job->file->SColorMap;
  for (int32_t column = 0; column < job->task->width; column++) {
    int number = numbers[column];
    uint8_t *pixel = job->colors + 4 * column;
    GifColorType color = {0};
    if (map && number < map->ColorCount) color = map->Colors[number];
    bool is_clear = number == job->task->clear;
    pixel[0] = is_clear ? 0 : color.Red;
    pixel[1] = is_clear ? 0 : color.Green;
    pixel[2] = is_clear ? 0 : color.Blue;
    pixel[3] = is_clear ? 0 : 255;
  }
  job->receiver->take(job->receiver->context, job->colors);
  job->outcome->rows++;
}

static void read_rows(struct job *job) {
  int32_t height = job->task->height;
  for (int32_t row = 0; row < height && read_row(job, row + 1 == height); row++)
    hand_over(job, job->numbers);
}

/// Unpacks four passes, of which the first fill the picture with taller pixels, then hands the rows over.
static void read_passes(struct job *job) {
  static const struct { int32_t first, step, height; } passes[] = {
    {0, 8, 8}, {4, 8, 4}, {2, 4, 2}, {1, 2, 1}};
  int32_t height = job->task->height, read = 0, rows = 0;
  size_t width = (size_t)job->task->width;
  uint8_t *picture = calloc((size_t)height, width);
  if (!picture) return cpictures_say(job->outcome, "no memory");
  bool goes_on = true;
  for (int pass = 0; pass < 4 && goes_on; pass++) {
    for (int32_t top = passes[pass].first; top < height && goes_on; top += passes[pass].step) {
      goes_on = read_row(job, ++read == height);
      int32_t bottom = top + passes[pass].height < height ? top + passes[pass].height : height;
      if (!goes_on) break;
      for (int32_t row = top; row < bottom; row++)
        memcpy(picture + (size_t)row * width, job->numbers, width);
      if (bottom > rows) rows = bottom;
    }
  }
  for (int32_t row = 0; row < rows && !job->outcome->is_late; row++)
    hand_over(job, picture + (size_t)row * width);
  free(picture);
}

void cpictures_decode_gif(
    const struct gif_functions *gif, const struct cpictures_task *task,
    const struct cpictures_receiver *receiver, struct cpictures_outcome *outcome) {
  struct job job = {.gif = gif, .task = task, .receiver = receiver, .outcome = outcome};
  int error = 0;
  job.numbers = calloc((size_t)task->width, 1);
  job.colors = calloc((size_t)task->width, 4);
  job.file = job.numbers && job.colors ? gif->Open(&job, give, &error) : NULL;
  if (job.file && find_picture(&job)) {
    if (task->is_progressive) read_passes(&job);
    else read_rows(&job);
  }
  if (outcome->rows == 0) cpictures_say(outcome, "its data makes no sense");
  outcome->is_cut = outcome->rows < task->height && job.given >= task->length;
  if (job.file) gif->CloseFile(job.file, &error);
  free(job.numbers);
  free(job.colors);
}
