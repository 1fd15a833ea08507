#include "CFont.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const uint8_t regular[] = {
#embed "mono.ttf"
};
static const uint8_t bold[] = {
#embed "mono-bold.ttf"
};
#pragma clang diagnostic pop

int cfont_length(enum cfont_weight weight) {
  return weight == CFONT_BOLD ? sizeof bold : sizeof regular;
}

const uint8_t *cfont_bytes(enum cfont_weight weight) {
  return weight == CFONT_BOLD ? bold : regular;
}
