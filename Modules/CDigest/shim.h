// The functions for a hash whose state can be copied are older than OpenSSL 3, which calls them deprecated.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/sha.h>
