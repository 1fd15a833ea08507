#include "CDemo.h"

#include <string.h>

#include "pictures.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const uint8_t dishes[] = {
#embed "demo.json"
};

static const uint8_t malformed[] = {
#embed "demo-malformed.json"
};
#pragma clang diagnostic pop

int cdemo_length(enum cdemo_document document) {
  return document == CDEMO_DISHES ? (int)sizeof dishes : (int)sizeof malformed;
}

void cdemo_copy(enum cdemo_document document, uint8_t *buffer) {
  if (document == CDEMO_DISHES) memcpy(buffer, dishes, sizeof dishes);
  else memcpy(buffer, malformed, sizeof malformed);
}

const uint8_t *cdemo_picture(const char *name, int *length) {
  for (int number = 0; number < cdemo_picture_count; number++) {
    if (strcmp(cdemo_pictures[number].name, name)) continue;
    *length = cdemo_pictures[number].length;
    return cdemo_pictures[number].bytes;
  }
  return NULL;
}
