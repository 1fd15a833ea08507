#include <sqlite3.h>

/// Has SQLite count no memory, which takes a lock for each piece of it; `sqlite3_config` itself takes any arguments, and so Swift cannot see it.
///
/// Before anything is opened, and while there is one thread only; later it does nothing.
static inline void csqlite_count_no_memory(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
