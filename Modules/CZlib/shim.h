#include <zlib.h>

/// Prepares a stream to read gzip; `inflateInit2` itself is a macro that Swift cannot see.
static inline int czlib_begin_gzip(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
