#include "CCookbook.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const uint8_t style[] = {
#embed "cookbook.css"
};

static const uint8_t script[] = {
#embed "cookbook.js"
};
#pragma clang diagnostic pop

static const struct {
  const uint8_t *bytes;
  int length;
} files[] = {
  [CCOOKBOOK_STYLE] = {style, sizeof style},
  [CCOOKBOOK_SCRIPT] = {script, sizeof script},
};

int ccookbook_length(enum ccookbook_file file) {
  return files[file].length;
}

const uint8_t *ccookbook_bytes(enum ccookbook_file file) {
  return files[file].bytes;
}
