// Glibc's module leaves out iconv.
#include <iconv.h>
