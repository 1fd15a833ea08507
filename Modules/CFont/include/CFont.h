// The font of films: DejaVu Sans Mono, cut by Scripts/film-font. Its license is the file LICENSE.
#ifndef CFONT_H
#define CFONT_H

#include <stdint.h>

enum cfont_weight { CFONT_REGULAR, CFONT_BOLD };

/// The number of bytes of a font.
int cfont_length(enum cfont_weight weight);

/// The bytes of a font, a TrueType file.
const uint8_t *cfont_bytes(enum cfont_weight weight);

#endif
