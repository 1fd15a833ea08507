#include "CMarkdown.h"

#include <cmark.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// The functions of libcmark that are used.
struct library {
  cmark_node *(*parse)(const char *, size_t, int);
  void (*release)(cmark_node *);
  cmark_iter *(*iterate)(cmark_node *);
  void (*release_iterator)(cmark_iter *);
  cmark_event_type (*next)(cmark_iter *);
  cmark_node *(*node)(cmark_iter *);
  cmark_node_type (*type)(cmark_node *);
  const char *(*literal)(cmark_node *);
  const char *(*url)(cmark_node *);
  int (*level)(cmark_node *);
  int (*start_line)(cmark_node *);
  int (*start_column)(cmark_node *);
  int (*end_line)(cmark_node *);
  int (*end_column)(cmark_node *);
};

static bool open_library(struct library *library) {
#ifdef __APPLE__
  static const char *const names[] = {"libcmark.dylib"};
#else
  static const char *const names[] = {
    "libcmark.so.0.30.2", "libcmark.so.0.30.3", "libcmark.so.0.31.0", "libcmark.so.0.31.1", "libcmark.so.0.31.2"};
#endif
  void *opened = NULL;
  for (size_t k = 0; !opened && k < sizeof names / sizeof *names; k++) opened = dlopen(names[k], RTLD_LAZY | RTLD_LOCAL);
  if (!opened) return false;
  const struct {
    const char *name;
    void *place;
  } functions[] = {
    {"cmark_parse_document", &library->parse},
    {"cmark_node_free", &library->release},
    {"cmark_iter_new", &library->iterate},
    {"cmark_iter_free", &library->release_iterator},
    {"cmark_iter_next", &library->next},
    {"cmark_iter_get_node", &library->node},
    {"cmark_node_get_type", &library->type},
    {"cmark_node_get_literal", &library->literal},
    {"cmark_node_get_url", &library->url},
    {"cmark_node_get_heading_level", &library->level},
    {"cmark_node_get_start_line", &library->start_line},
    {"cmark_node_get_start_column", &library->start_column},
    {"cmark_node_get_end_line", &library->end_line},
    {"cmark_node_get_end_column", &library->end_column},
  };
  for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
    void *function = dlsym(opened, functions[k].name);
    if (!function) return false;
    *(void **)functions[k].place = function;
  }
  return true;
}

static uint32_t kind_of(cmark_node_type type) {
  switch (type) {
    case CMARK_NODE_DOCUMENT: return cmarkdown_document;
    case CMARK_NODE_HEADING: return cmarkdown_heading;
    case CMARK_NODE_PARAGRAPH: return cmarkdown_paragraph;
    case CMARK_NODE_THEMATIC_BREAK: return cmarkdown_thematic_break;
    case CMARK_NODE_LIST: return cmarkdown_list;
    case CMARK_NODE_ITEM: return cmarkdown_item;
    case CMARK_NODE_TEXT: return cmarkdown_text;
    case CMARK_NODE_SOFTBREAK:
    case CMARK_NODE_LINEBREAK: return cmarkdown_soft_break;
    case CMARK_NODE_EMPH: return cmarkdown_emphasis;
    case CMARK_NODE_STRONG: return cmarkdown_strong;
    case CMARK_NODE_LINK: return cmarkdown_link;
    case CMARK_NODE_CODE: return cmarkdown_code;
    case CMARK_NODE_IMAGE: return cmarkdown_image;
    default: return cmarkdown_other;
  }
}

// Copies a text behind the others; false if there is no memory.
static bool keep(struct cmarkdown_nodes *nodes, size_t *capacity, const char *text, struct cmarkdown_node *node) {
  size_t count = text ? strlen(text) : 0;
  if (nodes->texts_count + count > UINT32_MAX) return false;
  if (nodes->texts_count + count > *capacity) {
    size_t larger = *capacity + *capacity / 2 + count + 4096;
    char *texts = realloc(nodes->texts, larger);
    if (!texts) return false;
    nodes->texts = texts;
    *capacity = larger;
  }
  if (count) memcpy(nodes->texts + nodes->texts_count, text, count);
  node->text = (uint32_t)nodes->texts_count;
  node->text_count = (uint32_t)count;
  nodes->texts_count += count;
  return true;
}

static bool read_nodes(struct library *library, cmark_iter *iterator, size_t limit, struct cmarkdown_nodes *nodes) {
  size_t capacity = 0, texts_capacity = 0;
  uint32_t depth = 0;
  for (;;) {
    cmark_event_type event = library->next(iterator);
    if (event == CMARK_EVENT_DONE) return true;
    cmark_node *node = library->node(iterator);
    if (event == CMARK_EVENT_EXIT) {
      depth--;
      continue;
    }
    if (nodes->count == limit) return false;
    if (nodes->count == capacity) {
      size_t larger = capacity + capacity / 2 + 64;
      struct cmarkdown_node *array = realloc(nodes->nodes, larger * sizeof *array);
      if (!array) return false;
      nodes->nodes = array;
      capacity = larger;
    }
    struct cmarkdown_node *own = &nodes->nodes[nodes->count++];
    cmark_node_type type = library->type(node);
    *own = (struct cmarkdown_node){
      .kind = kind_of(type),
      .depth = depth,
      .start_line = (uint32_t)library->start_line(node),
      .start_column = (uint32_t)library->start_column(node),
      .end_line = (uint32_t)library->end_line(node),
      .end_column = (uint32_t)library->end_column(node),
      .level = type == CMARK_NODE_HEADING ? (uint32_t)library->level(node) : 0,
    };
    bool is_link = type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE;
    const char *text = is_link ? library->url(node) : library->literal(node);
    if (!keep(nodes, &texts_capacity, text, own)) return false;
    // A leaf is entered and not left.
    bool is_leaf = type == CMARK_NODE_TEXT || type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK ||
      type == CMARK_NODE_CODE || type == CMARK_NODE_HTML_INLINE || type == CMARK_NODE_THEMATIC_BREAK ||
      type == CMARK_NODE_CODE_BLOCK || type == CMARK_NODE_HTML_BLOCK;
    if (!is_leaf) depth++;
  }
}

enum cmarkdown_result cmarkdown_read(const char *bytes, size_t count, size_t limit, struct cmarkdown_nodes *nodes) {
  *nodes = (struct cmarkdown_nodes){0};
  struct library library;
  if (!open_library(&library)) return cmarkdown_missing;
  cmark_node *document = library.parse(bytes, count, CMARK_OPT_DEFAULT);
  if (!document) return cmarkdown_full;
  cmark_iter *iterator = library.iterate(document);
  bool is_done = iterator && read_nodes(&library, iterator, limit, nodes);
  if (iterator) library.release_iterator(iterator);
  library.release(document);
  return is_done ? cmarkdown_done : cmarkdown_full;
}

void cmarkdown_free(struct cmarkdown_nodes *nodes) {
  free(nodes->nodes);
  free(nodes->texts);
  *nodes = (struct cmarkdown_nodes){0};
}
