// What Swift cannot call: a function with any number of arguments.
#pragma once
#include <arpa/inet.h>
#include <microhttpd.h>
#include <string.h>

/// Listens on a port of loopback's choosing, with a thread for each connection; `NULL` where that is not possible.
static inline struct MHD_Daemon *start_bare_daemon(MHD_AccessHandlerCallback request) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return MHD_start_daemon(
      MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION, 0, NULL, NULL, request, NULL,
      MHD_OPTION_SOCK_ADDR, (struct sockaddr *) &address, MHD_OPTION_LISTEN_BACKLOG_SIZE, 1024u, MHD_OPTION_END);
}

static inline uint16_t bare_daemon_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

/// A response of these bytes, which it copies.
static inline struct MHD_Response *bare_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *) bytes, MHD_RESPMEM_MUST_COPY);
}

static const enum MHD_Result bare_no = MHD_NO;
