#include <setjmp.h>
#include <stdlib.h>

#include "library.h"

/// A JPEG that is written, which libjpeg carries along as its client data.
struct job {
  struct jpeg_error_mgr errors;
  struct jpeg_compress_struct picture;
  jmp_buf exit;
  struct cpictures_outcome *outcome;
  unsigned char *bytes;
  unsigned long length;
};

static void leave_after_error(j_common_ptr picture) {
  struct job *job = picture->client_data;
  char reason[JMSG_LENGTH_MAX];
  picture->err->format_message(picture, reason);
  cpictures_say(job->outcome, reason);
  longjmp(job->exit, 1);
}

static void print_nothing(j_common_ptr picture) { (void)picture; }

static void begin(const struct jpeg_functions *jpeg, struct job *job) {
  struct jpeg_compress_struct *picture = &job->picture;
  picture->err = jpeg->std_error(&job->errors);
  job->errors.error_exit = leave_after_error;
  job->errors.output_message = print_nothing;
  picture->client_data = job;
  jpeg->CreateCompress(picture, JPEG_LIB_VERSION, sizeof *picture);
  jpeg->mem_dest(picture, &job->bytes, &job->length);
}

static void set(
    const struct jpeg_functions *jpeg, struct jpeg_compress_struct *picture, int32_t width,
    int32_t height, int32_t quality, bool is_small) {
  picture->image_width = (JDIMENSION)width;
  picture->image_height = (JDIMENSION)height;
  picture->input_components = 4;
  picture->in_color_space = JCS_EXT_RGBX;
  jpeg->set_defaults(picture);
  jpeg->set_quality(picture, quality, TRUE);
  // The standard has a color for each four pixels.
  if (is_small) {
    picture->optimize_coding = TRUE;
  } else {
    picture->comp_info[0].h_samp_factor = 1;
    picture->comp_info[0].v_samp_factor = 1;
  }
}

uint8_t *cpictures_write_jpeg(
    const struct cpictures_library *library, const uint8_t *rows, int32_t width, int32_t height,
    int32_t quality, bool is_small, size_t *length, struct cpictures_outcome *outcome) {
  const struct jpeg_functions *jpeg = &library->jpeg;
  struct job *job = calloc(1, sizeof *job);
  if (!job) {
    cpictures_say(outcome, "no memory");
    return NULL;
  }
  job->outcome = outcome;
  if (!setjmp(job->exit)) {
    begin(jpeg, job);
    set(jpeg, &job->picture, width, height, quality, is_small);
    jpeg->start_compress(&job->picture, TRUE);
    while (job->picture.next_scanline < job->picture.image_height) {
      JSAMPROW row = (JSAMPROW)rows + 4 * (size_t)width * job->picture.next_scanline;
      jpeg->write_scanlines(&job->picture, &row, 1);
    }
    jpeg->finish_compress(&job->picture);
    *length = job->length;
  }
  jpeg->destroy_compress(&job->picture);
  uint8_t *bytes = job->bytes;
  free(job);
  if (!outcome->reason[0]) return bytes;
  free(bytes);
  return NULL;
}

void cpictures_free(uint8_t *bytes) { free(bytes); }
