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
static const uint8_t tour[] = {
#embed "tour.rcp"
};
#pragma clang diagnostic pop

static const struct {
  const uint8_t *bytes;
  int length;
} documents[] = {
  [CDEMO_DISHES] = {dishes, sizeof dishes},
  [CDEMO_MALFORMED] = {malformed, sizeof malformed},
  [CDEMO_TOUR] = {tour, sizeof tour},
};

int cdemo_length(enum cdemo_document document) {
  return documents[document].length;
}

const uint8_t *cdemo_bytes(enum cdemo_document document) {
  return documents[document].bytes;
}

const uint8_t *cdemo_picture(const char *name, int *length) {
  for (int number = 0; number < cdemo_picture_count; number++) {
    if (strcmp(cdemo_pictures[number].name, name)) continue;
    *length = cdemo_pictures[number].length;
    return cdemo_pictures[number].bytes;
  }
  return NULL;
}
