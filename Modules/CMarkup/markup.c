#include "CMarkup.h"

#include <dlfcn.h>
#include <libxml/HTMLparser.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The deepest nesting of elements. Deeper ones are left out, their texts are not.
static const int deepest = 512;

struct state {
  struct cmarkup_parts *parts;
  size_t capacity;
  size_t limit;
  int depth;
  bool is_full;
};

static void put(struct state *state, uint8_t kind, const void *bytes, size_t count) {
  struct cmarkup_parts *parts = state->parts;
  if (state->is_full || count > state->limit || parts->count + count + 5 > state->limit) {
    state->is_full = true;
    return;
  }
  if (parts->count + count + 5 > state->capacity) {
    size_t capacity = 2 * state->capacity + count + 4096;
    uint8_t *larger = realloc(parts->bytes, capacity);
    if (!larger) {
      state->is_full = true;
      return;
    }
    parts->bytes = larger;
    state->capacity = capacity;
  }
  uint8_t *place = parts->bytes + parts->count;
  place[0] = kind;
  for (int k = 0; k < 4; k++) place[1 + k] = (uint8_t)(count >> (8 * k));
  if (count) memcpy(place + 5, bytes, count);
  parts->count += count + 5;
}

static void put_name(struct state *state, uint8_t kind, const xmlChar *text) {
  put(state, kind, text, text ? strlen((const char *)text) : 0);
}

// Attributes that say something about microdata, RDFa or the value of an element.
static bool is_wanted(const char *name) {
  static const char *const names[] = {
    "about", "content", "data-src", "datetime", "href", "id", "itemid", "itemprop", "itemref", "itemscope",
    "itemtype", "property", "resource", "src", "typeof", "value", "vocab",
  };
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    if (strcmp(name, names[k]) == 0) return true;
  }
  return false;
}

static void start_element(void *context, const xmlChar *name, const xmlChar **attributes) {
  struct state *state = context;
  if (state->depth++ >= deepest) return;
  put_name(state, cmarkup_start, name);
  for (; attributes && attributes[0]; attributes += 2) {
    if (!is_wanted((const char *)attributes[0])) continue;
    put_name(state, cmarkup_attribute_name, attributes[0]);
    put_name(state, cmarkup_attribute_value, attributes[1]);
  }
}

static void end_element(void *context, const xmlChar *name) {
  (void)name;
  struct state *state = context;
  if (state->depth == 0 || --state->depth >= deepest) return;
  put(state, cmarkup_end, NULL, 0);
}

static void text(void *context, const xmlChar *text, int count) {
  if (count > 0) put(context, cmarkup_text, text, (size_t)count);
}

// The functions of libxml2 that are used.
struct library {
  htmlParserCtxtPtr (*create)(htmlSAXHandlerPtr, void *, const char *, int, const char *, xmlCharEncoding);
  int (*use_options)(htmlParserCtxtPtr, int);
  int (*parse)(htmlParserCtxtPtr, const char *, int, int);
  void (*release)(htmlParserCtxtPtr);
};

static bool open_library(struct library *library) {
#ifdef __APPLE__
  static const char *const names[] = {"libxml2.2.dylib"};
#else
  static const char *const names[] = {"libxml2.so.2", "libxml2.so.16"};
#endif
  void *opened = NULL;
  for (size_t k = 0; !opened && k < sizeof names / sizeof *names; k++) opened = dlopen(names[k], RTLD_LAZY | RTLD_LOCAL);
  if (!opened) return false;
  // Opening a library again only counts how often it is open.
  library->create = dlsym(opened, "htmlCreatePushParserCtxt");
  library->use_options = dlsym(opened, "htmlCtxtUseOptions");
  library->parse = dlsym(opened, "htmlParseChunk");
  library->release = dlsym(opened, "htmlFreeParserCtxt");
  return library->create && library->use_options && library->parse && library->release;
}

static double cpu_time(void) {
  struct timespec time;
  return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 ? (double)time.tv_sec + (double)time.tv_nsec / 1e9 : 0;
}

enum cmarkup_result cmarkup_read(
  const char *bytes, size_t count, size_t limit, double seconds, struct cmarkup_parts *parts) {
  *parts = (struct cmarkup_parts){0};
  struct library library;
  if (!open_library(&library)) return cmarkup_missing;
  struct state state = {.parts = parts, .limit = limit};
  htmlSAXHandler handler = {
    .startElement = start_element, .endElement = end_element, .characters = text, .ignorableWhitespace = text};
  htmlParserCtxtPtr parser = library.create(&handler, &state, NULL, 0, NULL, XML_CHAR_ENCODING_UTF8);
  if (!parser) return cmarkup_full;
  library.use_options(
    parser, HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_IGNORE_ENC | 1 << 19);
  double end = cpu_time() + seconds;
  bool is_late = false;
  for (size_t place = 0; place < count && !state.is_full && !is_late; place += 1 << 14) {
    size_t rest = count - place;
    library.parse(parser, bytes + place, (int)(rest < 1 << 14 ? rest : 1 << 14), 0);
    is_late = cpu_time() > end;
  }
  if (!state.is_full && !is_late) library.parse(parser, NULL, 0, 1);
  library.release(parser);
  return state.is_full ? cmarkup_full : is_late ? cmarkup_late : cmarkup_done;
}

void cmarkup_free(struct cmarkup_parts *parts) {
  free(parts->bytes);
  *parts = (struct cmarkup_parts){0};
}
