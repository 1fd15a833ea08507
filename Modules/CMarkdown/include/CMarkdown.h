// The blocks and inlines of a CommonMark document, read by libcmark, which is opened when it is needed.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What a node is.
enum cmarkdown_kind {
  cmarkdown_other = 0,
  cmarkdown_document,
  cmarkdown_heading,
  cmarkdown_paragraph,
  cmarkdown_thematic_break,
  cmarkdown_list,
  cmarkdown_item,
  cmarkdown_text,
  cmarkdown_soft_break,
  cmarkdown_emphasis,
  cmarkdown_strong,
  cmarkdown_link,
  cmarkdown_code,
  cmarkdown_image,
};

/// A node: its place in the document, lines and columns counted from 1, and the depth of its parents.
struct cmarkdown_node {
  uint32_t kind;
  uint32_t depth;
  uint32_t start_line, start_column, end_line, end_column;
  /// The level of a heading.
  uint32_t level;
  /// The literal of a text, or the address of a link or an image: an offset in `texts`, and a length.
  uint32_t text, text_count;
};

/// All nodes, each before the nodes in it.
struct cmarkdown_nodes {
  struct cmarkdown_node *nodes;
  size_t count;
  char *texts;
  size_t texts_count;
};

enum cmarkdown_result {
  cmarkdown_done = 0,
  /// libcmark is not installed.
  cmarkdown_missing = 1,
  /// There was no memory, or there are more nodes than `limit`.
  cmarkdown_full = 2,
};

/// Reads a document in UTF-8. `cmarkdown_free` frees the nodes.
enum cmarkdown_result cmarkdown_read(const char *bytes, size_t count, size_t limit, struct cmarkdown_nodes *nodes);

void cmarkdown_free(struct cmarkdown_nodes *nodes);
