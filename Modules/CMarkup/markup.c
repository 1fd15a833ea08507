#include "CMarkup.h"

#include <dlfcn.h>
#include <libxml/HTMLparser.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The deepest nesting of elements. Deeper ones are left out, their texts are not.
enum { deepest = 512 };

// What an open element means for the parts: a bit each.
enum { is_written = 1, is_block = 2, is_silent = 4 };

struct state {
  struct cmarkup_parts *parts;
  size_t capacity;
  size_t limit;
  // The place of the last part if it is a text, which further text joins; 0 for none, as the first part is the page's.
  size_t last_text;
  uint8_t open[deepest];
  int depth;
  int silent_count;
  bool is_full;
  // The parser of XML; NULL for HTML.
  xmlParserCtxtPtr xml;
};

// Makes room for more bytes; false if there is none.
static bool reserve(struct state *state, size_t count) {
  struct cmarkup_parts *parts = state->parts;
  if (state->is_full || count > state->limit || parts->count + count > state->limit) {
    state->is_full = true;
    return false;
  }
  if (parts->count + count <= state->capacity) return true;
  size_t capacity = state->capacity + state->capacity / 2 + count + 4096;
  uint8_t *larger = realloc(parts->bytes, capacity);
  if (!larger) {
    state->is_full = true;
    return false;
  }
  parts->bytes = larger;
  state->capacity = capacity;
  return true;
}

static void put_count(uint8_t *place, size_t count) {
  for (int k = 0; k < 4; k++) place[k] = (uint8_t)(count >> (8 * k));
}

static void put(struct state *state, uint8_t kind, const void *bytes, size_t count) {
  if (!reserve(state, count + 5)) return;
  uint8_t *place = state->parts->bytes + state->parts->count;
  place[0] = kind;
  put_count(place + 1, count);
  if (count) memcpy(place + 5, bytes, count);
  state->parts->count += count + 5;
  state->last_text = 0;
}

// Puts text, with spaces in place of its own line feeds, or the line feed of a break.
static void put_text(struct state *state, const uint8_t *text, size_t count, bool is_break) {
  struct cmarkup_parts *parts = state->parts;
  size_t start = state->last_text;
  if (!start) {
    start = parts->count;
    put(state, cmarkup_text, NULL, 0);
    if (state->is_full) return;
    state->last_text = start;
  }
  if (!reserve(state, count)) return;
  uint8_t *place = parts->bytes + parts->count;
  // A page does not need two line feeds in a row.
  if (is_break && place[-1] == '\n' && parts->count > start + 5) return;
  for (size_t k = 0; k < count; k++) place[k] = !is_break && text[k] < 0x20 ? 0x20 : text[k];
  parts->count += count;
  put_count(parts->bytes + start + 1, parts->count - start - 5);
}

static void put_name(struct state *state, uint8_t kind, const xmlChar *text) {
  put(state, kind, text, text ? strlen((const char *)text) : 0);
}

static bool is_one_of(const char *name, const char *const *names) {
  for (; *names; names++) {
    if (strcmp(name, *names) == 0) return true;
  }
  return false;
}

// Attributes that make an element an item, a property, or the target of a reference.
static const char *const marking[] = {"id", "itemprop", "itemref", "itemscope", "itemtype", "property", "typeof", NULL};
// Attributes with the value of such an element.
static const char *const valued[] = {
  "content", "data-src", "datetime", "href", "itemid", "resource", "src", "value", NULL};
// Elements that are lines of their own.
static const char *const blocks[] = {
  "address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "figcaption", "figure", "footer",
  "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "ol", "p", "section", "table", "tr",
  "ul", NULL};
// Elements whose text is not shown.
static const char *const silent[] = {"noscript", "script", "style", "template", NULL};

static void start_element(void *context, const xmlChar *name, const xmlChar **attributes) {
  struct state *state = context;
  if (state->depth++ >= deepest) return;
  uint8_t *open = &state->open[state->depth - 1];
  *open = 0;
  if (is_one_of((const char *)name, blocks)) *open |= is_block;
  if (is_one_of((const char *)name, silent)) *open |= is_silent;
  for (const xmlChar **place = attributes; place && place[0]; place += 2) {
    if (is_one_of((const char *)place[0], marking)) *open |= is_written;
  }
  if (*open & is_silent) state->silent_count++;
  if (*open & is_block) put_text(state, (const uint8_t *)"\n", 1, true);
  if (!(*open & is_written)) return;
  put_name(state, cmarkup_start, name);
  for (; attributes && attributes[0]; attributes += 2) {
    const char *attribute = (const char *)attributes[0];
    if (!is_one_of(attribute, marking) && !is_one_of(attribute, valued)) continue;
    put_name(state, cmarkup_attribute_name, attributes[0]);
    put_name(state, cmarkup_attribute_value, attributes[1]);
  }
}

static void end_element(void *context, const xmlChar *name) {
  (void)name;
  struct state *state = context;
  if (state->depth == 0 || --state->depth >= deepest) return;
  uint8_t open = state->open[state->depth];
  if (open & is_silent) state->silent_count--;
  if (open & is_written) put(state, cmarkup_end, NULL, 0);
  if (open & is_block) put_text(state, (const uint8_t *)"\n", 1, true);
}

static void text(void *context, const xmlChar *text, int count) {
  struct state *state = context;
  if (count > 0 && state->silent_count == 0) put_text(state, text, (size_t)count, false);
}

// The elements of a document with all their attributes, and its texts as they are.
static void start_any(void *context, const xmlChar *name, const xmlChar **attributes) {
  struct state *state = context;
  // After an error, the parser would leave out `&amp;` and the like.
  if (state->xml) state->xml->wellFormed = 1;
  if (state->depth++ >= deepest) return;
  put_name(state, cmarkup_start, name);
  for (; attributes && attributes[0]; attributes += 2) {
    put_name(state, cmarkup_attribute_name, attributes[0]);
    put_name(state, cmarkup_attribute_value, attributes[1]);
  }
}

static void end_any(void *context, const xmlChar *name) {
  (void)name;
  struct state *state = context;
  if (state->depth == 0 || --state->depth >= deepest) return;
  put(state, cmarkup_end, NULL, 0);
}

static void any_text(void *context, const xmlChar *text, int count) {
  struct state *state = context;
  if (count <= 0) return;
  if (!state->last_text) {
    size_t start = state->parts->count;
    put(state, cmarkup_text, NULL, 0);
    if (state->is_full) return;
    state->last_text = start;
  }
  if (!reserve(state, (size_t)count)) return;
  struct cmarkup_parts *parts = state->parts;
  memcpy(parts->bytes + parts->count, text, (size_t)count);
  parts->count += (size_t)count;
  put_count(parts->bytes + state->last_text + 1, parts->count - state->last_text - 5);
}

// The functions of libxml2 that are used.
struct library {
  htmlParserCtxtPtr (*create)(htmlSAXHandlerPtr, void *, const char *, int, const char *, xmlCharEncoding);
  int (*use_options)(htmlParserCtxtPtr, int);
  int (*parse)(htmlParserCtxtPtr, const char *, int, int);
  void (*release)(htmlParserCtxtPtr);
  xmlParserCtxtPtr (*create_xml)(xmlSAXHandlerPtr, void *, const char *, int, const char *);
  int (*use_xml_options)(xmlParserCtxtPtr, int);
  int (*parse_xml)(xmlParserCtxtPtr, const char *, int, int);
  void (*release_xml)(xmlParserCtxtPtr);
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
  library->create_xml = dlsym(opened, "xmlCreatePushParserCtxt");
  library->use_xml_options = dlsym(opened, "xmlCtxtUseOptions");
  library->parse_xml = dlsym(opened, "xmlParseChunk");
  library->release_xml = dlsym(opened, "xmlFreeParserCtxt");
  return library->create && library->use_options && library->parse && library->release && library->create_xml &&
    library->use_xml_options && library->parse_xml && library->release_xml;
}

static double cpu_time(void) {
  struct timespec time;
  return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 ? (double)time.tv_sec + (double)time.tv_nsec / 1e9 : 0;
}

// Reads a document in steps, so that the time is looked at.
static enum cmarkup_result parse(
  struct state *state, const char *bytes, size_t count, double seconds, void *parser,
  int (*step)(void *parser, const char *, int, int)) {
  put(state, cmarkup_start, "", 0);
  double end = cpu_time() + seconds;
  bool is_late = false;
  for (size_t place = 0; place < count && !state->is_full && !is_late; place += 1 << 14) {
    size_t rest = count - place;
    step(parser, bytes + place, (int)(rest < 1 << 14 ? rest : 1 << 14), 0);
    is_late = cpu_time() > end;
  }
  if (!state->is_full && !is_late) step(parser, NULL, 0, 1);
  return state->is_full ? cmarkup_full : is_late ? cmarkup_late : cmarkup_done;
}

static enum cmarkup_result read_html(
  const struct library *library, htmlSAXHandler *handler, struct state *state, const char *bytes, size_t count,
  double seconds) {
  htmlParserCtxtPtr parser = library->create(handler, state, NULL, 0, NULL, XML_CHAR_ENCODING_UTF8);
  if (!parser) return cmarkup_full;
  library->use_options(
    parser, HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_IGNORE_ENC | 1 << 19);
  enum cmarkup_result result =
    parse(state, bytes, count, seconds, parser, (int (*)(void *, const char *, int, int))library->parse);
  library->release(parser);
  return result;
}

enum cmarkup_result cmarkup_read(
  const char *bytes, size_t count, size_t limit, double seconds, struct cmarkup_parts *parts) {
  *parts = (struct cmarkup_parts){0};
  struct library library;
  if (!open_library(&library)) return cmarkup_missing;
  struct state state = {.parts = parts, .limit = limit};
  htmlSAXHandler handler = {
    .startElement = start_element, .endElement = end_element, .characters = text, .ignorableWhitespace = text};
  return read_html(&library, &handler, &state, bytes, count, seconds);
}

enum cmarkup_result cmarkup_read_all(
  const char *bytes, size_t count, size_t limit, double seconds, bool is_xml, struct cmarkup_parts *parts) {
  *parts = (struct cmarkup_parts){0};
  struct library library;
  if (!open_library(&library)) return cmarkup_missing;
  struct state state = {.parts = parts, .limit = limit};
  xmlSAXHandler handler = {
    .startElement = start_any, .endElement = end_any, .characters = any_text, .ignorableWhitespace = any_text,
    .cdataBlock = any_text};
  if (!is_xml) return read_html(&library, &handler, &state, bytes, count, seconds);
  xmlParserCtxtPtr parser = library.create_xml(&handler, &state, NULL, 0, NULL);
  if (!parser) return cmarkup_full;
  state.xml = parser;
  // Entities are not expanded, and nothing is loaded.
  library.use_xml_options(
    parser, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_IGNORE_ENC | XML_PARSE_RECOVER |
      XML_PARSE_SAX1);
  enum cmarkup_result result =
    parse(&state, bytes, count, seconds, parser, (int (*)(void *, const char *, int, int))library.parse_xml);
  library.release_xml(parser);
  return result;
}

void cmarkup_free(struct cmarkup_parts *parts) {
  free(parts->bytes);
  *parts = (struct cmarkup_parts){0};
}
