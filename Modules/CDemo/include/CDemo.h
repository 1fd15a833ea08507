// The bytes of the bundled demo.
#ifndef CDEMO_H
#define CDEMO_H

#include <stdint.h>

/// A document that is part of the program.
enum cdemo_document { CDEMO_DISHES, CDEMO_MALFORMED, CDEMO_TOUR };

/// The number of bytes of a document.
int cdemo_length(enum cdemo_document document);

/// The bytes of a document.
const uint8_t *cdemo_bytes(enum cdemo_document document);

/// The bytes of the picture of a name, as in `banh-mi`; null if there is none.
const uint8_t *cdemo_picture(const char *name, int *length);

#endif
