// The style sheet and the script of a cookbook of web pages.
#ifndef CCOOKBOOK_H
#define CCOOKBOOK_H

#include <stdint.h>

/// A file of each cookbook.
enum ccookbook_file { CCOOKBOOK_STYLE, CCOOKBOOK_SCRIPT };

/// The number of bytes of a file.
int ccookbook_length(enum ccookbook_file file);

/// The bytes of a file.
const uint8_t *ccookbook_bytes(enum ccookbook_file file);

#endif
