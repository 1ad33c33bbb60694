// What Swift cannot call: functions with any number of arguments.
#pragma once
#include <arpa/inet.h>
#include <microhttpd.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>

struct http_callbacks {
  void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_AccessHandlerCallback request;
  MHD_RequestCompletedCallback completed;
};

/// Listens on an IPv4 address; `NULL` where that is not possible.
static inline struct MHD_Daemon *start_http_daemon(
    const char *host, uint16_t port, struct http_callbacks callbacks, void *context, unsigned int header_bytes,
    unsigned int timeout_seconds) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  if (inet_pton(AF_INET, host, &address.sin_addr) != 1) return NULL;
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, port, NULL, NULL, callbacks.request, context,
      MHD_OPTION_SOCK_ADDR, (struct sockaddr *) &address,
      // The target as it came; what the handler gets of it is decoded.
      MHD_OPTION_URI_LOG_CALLBACK, callbacks.target, context,
      MHD_OPTION_NOTIFY_COMPLETED, callbacks.completed, context,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t) header_bytes,
      MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
      MHD_OPTION_LISTEN_BACKLOG_SIZE, 1024u,
      // Nothing that two servers could read in two ways.
      MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1,
      MHD_OPTION_END);
}

/// The port that is listened on; 0 where that is not known.
static inline uint16_t http_daemon_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

/// The connection's socket; -1 where that is not known.
static inline int http_connection_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// Whether the other side of a socket has closed it, or its half of it.
static inline bool http_is_peer_gone(int socket) {
  const short read_half_closed = 0x2000; // POLLRDHUP, which Linux has and POSIX has not
  struct pollfd found = {.fd = socket, .events = read_half_closed};
  return socket >= 0 && poll(&found, 1, 0) > 0 && (found.revents & (read_half_closed | POLLHUP | POLLERR)) != 0;
}

static const enum MHD_Result http_yes = MHD_YES;
static const enum MHD_Result http_no = MHD_NO;
static const enum MHD_ValueKind http_header_kind = MHD_HEADER_KIND;
static const int64_t http_body_ended = MHD_CONTENT_READER_END_OF_STREAM;
static const int64_t http_body_failed = MHD_CONTENT_READER_END_WITH_ERROR;
static const uint64_t http_body_of_unknown_size = MHD_SIZE_UNKNOWN;
