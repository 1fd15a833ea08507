// libcurl's declarations, and the table through which its functions are called.
//
// Nothing here is linked: `ccurl_load` opens the library when it is first needed, and the
// variadic functions get one wrapper for each type they take.

#ifndef CCURL_H
#define CCURL_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct ccurl_api {
  CURLcode (*global_init)(long);
  curl_version_info_data *(*version_info)(CURLversion);
  const char *(*easy_strerror)(CURLcode);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);

  void *(*easy_init)(void);
  void (*easy_cleanup)(void *);
  CURLcode (*easy_pause)(void *, int);
  void (*easy_setopt)(void);
  void (*easy_getinfo)(void);

  void *(*multi_init)(void);
  CURLMcode (*multi_cleanup)(void *);
  CURLMcode (*multi_add_handle)(void *, void *);
  CURLMcode (*multi_remove_handle)(void *, void *);
  CURLMcode (*multi_perform)(void *, int *);
  CURLMcode (*multi_poll)(void *, struct curl_waitfd *, unsigned int, int, int *);
  CURLMcode (*multi_wakeup)(void *);
  CURLMsg *(*multi_info_read)(void *, int *);
  void (*multi_setopt)(void);

  void *(*share_init)(void);
  CURLSHcode (*share_cleanup)(void *);
  void (*share_setopt)(void);
} ccurl_api;

/// Opens the library and fills the table; answers NULL, or what went wrong.
static inline const char *ccurl_load(const char *name, ccurl_api *api) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return dlerror();
#define CCURL_FIND(field)                                        \
  *(void **)(&api->field) = dlsym(library, "curl_" #field);      \
  if (!api->field) return "it is too old: it lacks curl_" #field
  CCURL_FIND(global_init);
  CCURL_FIND(version_info);
  CCURL_FIND(easy_strerror);
  CCURL_FIND(slist_append);
  CCURL_FIND(slist_free_all);
  CCURL_FIND(easy_init);
  CCURL_FIND(easy_cleanup);
  CCURL_FIND(easy_pause);
  CCURL_FIND(easy_setopt);
  CCURL_FIND(easy_getinfo);
  CCURL_FIND(multi_init);
  CCURL_FIND(multi_cleanup);
  CCURL_FIND(multi_add_handle);
  CCURL_FIND(multi_remove_handle);
  CCURL_FIND(multi_perform);
  CCURL_FIND(multi_poll);
  CCURL_FIND(multi_wakeup);
  CCURL_FIND(multi_info_read);
  CCURL_FIND(multi_setopt);
  CCURL_FIND(share_init);
  CCURL_FIND(share_cleanup);
  CCURL_FIND(share_setopt);
#undef CCURL_FIND
  CURLcode code = api->global_init(CURL_GLOBAL_DEFAULT);
  return code == CURLE_OK ? NULL : api->easy_strerror(code);
}

typedef CURLcode (*ccurl_setopt)(void *, CURLoption, ...);
typedef CURLcode (*ccurl_getinfo)(void *, CURLINFO, ...);
typedef CURLMcode (*ccurl_multi_setopt)(void *, CURLMoption, ...);
typedef CURLSHcode (*ccurl_share_setopt)(void *, CURLSHoption, ...);

static inline CURLcode ccurl_set_long(
    const ccurl_api *api, void *easy, CURLoption option, long value) {
  return ((ccurl_setopt)api->easy_setopt)(easy, option, value);
}

static inline CURLcode ccurl_set_offset(
    const ccurl_api *api, void *easy, CURLoption option, curl_off_t value) {
  return ((ccurl_setopt)api->easy_setopt)(easy, option, value);
}

static inline CURLcode ccurl_set_pointer(
    const ccurl_api *api, void *easy, CURLoption option, const void *value) {
  return ((ccurl_setopt)api->easy_setopt)(easy, option, value);
}

typedef size_t (*ccurl_receive)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_receive(
    const ccurl_api *api, void *easy, CURLoption option, ccurl_receive value) {
  return ((ccurl_setopt)api->easy_setopt)(easy, option, value);
}

static inline CURLcode ccurl_set_before_sending(
    const ccurl_api *api, void *easy, curl_prereq_callback value) {
  return ((ccurl_setopt)api->easy_setopt)(easy, CURLOPT_PREREQFUNCTION, value);
}

static inline curl_off_t ccurl_get_offset(const ccurl_api *api, void *easy, CURLINFO info) {
  curl_off_t value = 0;
  ((ccurl_getinfo)api->easy_getinfo)(easy, info, &value);
  return value;
}

static inline long ccurl_get_long(const ccurl_api *api, void *easy, CURLINFO info) {
  long value = 0;
  ((ccurl_getinfo)api->easy_getinfo)(easy, info, &value);
  return value;
}

static inline void *ccurl_get_private(const ccurl_api *api, void *easy) {
  char *value = NULL;
  ((ccurl_getinfo)api->easy_getinfo)(easy, CURLINFO_PRIVATE, &value);
  return value;
}

/// The port of one end of a connection; negative if it is not one of TCP.
static inline int ccurl_port(int file, int (*name_of)(int, struct sockaddr *, socklen_t *)) {
  union {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
  } name;
  socklen_t count = sizeof name;
  if (name_of(file, &name.any, &count) != 0) return -1;
  if (name.any.sa_family == AF_INET) return ntohs(name.four.sin_port);
  return name.any.sa_family == AF_INET6 ? ntohs(name.six.sin6_port) : -1;
}

/// The connection of a transfer that is in progress; negative if it is not found.
///
/// CURLINFO_ACTIVESOCKET tells it only after the end, and curl_multi_fdset no descriptor from 1024 on. Of the open
/// connections of this process, it is the one with the ports of the transfer.
static inline int ccurl_find_connection(const ccurl_api *api, void *easy) {
  long own = ccurl_get_long(api, easy, CURLINFO_LOCAL_PORT);
  long other = ccurl_get_long(api, easy, CURLINFO_PRIMARY_PORT);
  long most = sysconf(_SC_OPEN_MAX);
  if (most < 0 || most > 1 << 16) most = 1 << 16;
  for (int file = 0; file < most; file++) {
    if (ccurl_port(file, getsockname) == own && ccurl_port(file, getpeername) == other) return file;
  }
  return -1;
}

static inline CURLMcode ccurl_keep_connections(const ccurl_api *api, void *multi, long count) {
  return ((ccurl_multi_setopt)api->multi_setopt)(multi, CURLMOPT_MAXCONNECTS, count);
}

static inline CURLSHcode ccurl_share_tls_sessions(const ccurl_api *api, void *share) {
  return ((ccurl_share_setopt)api->share_setopt)(
      share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
}

#endif
