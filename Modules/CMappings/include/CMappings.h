// Mapped files that another program may shorten while they are read.
//
// Reading a page beyond the new end raises SIGBUS. The pages of a registered mapping are replaced by zeros then, so
// that the program can notice it and continue.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Registers a mapping.
///
/// Returns its number, or -1 if there are too many, in which case a read beyond the end of the file ends the program.
int cmappings_add(const void *start, size_t count);

/// Ends the registration of a mapping, before it is unmapped.
void cmappings_remove(int number);

/// Whether pages of a mapping could not be read, and are zeros now.
bool cmappings_failed(int number);
