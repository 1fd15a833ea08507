// The pictures of the bundled dishes.
#ifndef CDEMO_PICTURES_H
#define CDEMO_PICTURES_H

#include <stdint.h>

struct cdemo_picture {
  const char *name;
  const uint8_t *bytes;
  int length;
};

extern const struct cdemo_picture cdemo_pictures[];
extern const int cdemo_picture_count;

#endif
