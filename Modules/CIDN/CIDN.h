// The function of libidn2 that translates host names, which is found by name when it is needed: most hosts are in ASCII,
// and opening the library takes as long as a tenth of a start.

#ifndef CIDN_H
#define CIDN_H

#include <dlfcn.h>
#include <idn2.h>
#include <stdlib.h>

/// Translates a host name in UTF-8 to ASCII, by UTS 46 without transitional mappings.
///
/// Answers NULL if the name is not valid, or if the library is missing, which `isMissing` tells. The caller frees the
/// text. Opening a library again only counts how often it is open.
static inline char *cidn_to_ascii(const char *library, const char *name, int *isMissing) {
  typedef int (*translation)(const char *, char **, int);
  void *opened = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  translation translate = opened ? (translation)dlsym(opened, "idn2_to_ascii_8z") : NULL;
  *isMissing = !translate;
  char *text = NULL;
  if (!translate || translate(name, &text, IDN2_NONTRANSITIONAL | IDN2_NFC_INPUT) != IDN2_OK) return NULL;
  return text;
}

#endif
