// The items and texts of a web page, read by libxml2, which is opened when it is needed: few pages need it, and
// opening it takes as long as a start.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The kinds of parts that a page is written as.
enum cmarkup_part {
  /// The name of an element that is an item, a property, or has an id. Its attributes follow, a name and a value each.
  cmarkup_start = 1,
  cmarkup_attribute_name = 2,
  cmarkup_attribute_value = 3,
  /// The end of the innermost of these elements.
  cmarkup_end = 4,
  /// Text that is shown. A line feed is the beginning or the end of an element that is a line of its own, such as `p`.
  cmarkup_text = 5,
};

/// Why reading ended.
enum cmarkup_result {
  cmarkup_done = 0,
  /// libxml2 is not installed.
  cmarkup_missing = 1,
  /// There was no memory, or the parts exceeded the limit.
  cmarkup_full = 2,
  /// The page took too long; what precedes was read.
  cmarkup_late = 3,
};

/// The parts of a page: for each, a byte for its kind, its length in four bytes (little endian), and its bytes.
struct cmarkup_parts {
  uint8_t *bytes;
  size_t count;
};

/// Reads a page.
///
/// - bytes: HTML in UTF-8 without NUL.
/// - limit: The maximum size of the parts, in bytes.
/// - seconds: The maximum CPU time.
/// - parts: Takes the parts, which `cmarkup_free` frees.
enum cmarkup_result cmarkup_read(
  const char *bytes, size_t count, size_t limit, double seconds, struct cmarkup_parts *parts);

/// Reads a document with all its elements and attributes, and its texts as they are; entities of its own are left out.
///
/// - bytes: HTML or XML in UTF-8 without NUL, whatever it declares.
/// - is_xml: Whether it is XML.
enum cmarkup_result cmarkup_read_all(
  const char *bytes, size_t count, size_t limit, double seconds, bool is_xml, struct cmarkup_parts *parts);

void cmarkup_free(struct cmarkup_parts *parts);
