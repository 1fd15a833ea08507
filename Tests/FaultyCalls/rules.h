// Which calls are to fail.

#ifndef RULES_H
#define RULES_H

/// The error number with which this call is to fail; 0 if it is to be made.
int faulty_at_path(const char *call, int folder, const char *path);

/// The same for a call about an open file.
int faulty_at_file(const char *call, int file);

#endif
