// The system's hiredis, and TLS that verifies certificates and host names, which hiredis leaves to its caller.
#pragma once

#include <hiredis/hiredis.h>

#if __has_include(<hiredis/hiredis_ssl.h>) && __has_include(<openssl/ssl.h>)
#include <hiredis/hiredis_ssl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// Begins TLS on an open connection. Files are in PEM format, or NULL. Returns 0 on failure.
static inline int waybill_redis_begin_tls(
    redisContext *connection, const char *host, const char *authorities, const char *certificate, const char *key)
{
    SSL_CTX *settings = SSL_CTX_new(TLS_client_method());
    if (settings == NULL) return 0;
    SSL_CTX_set_verify(settings, SSL_VERIFY_PEER, NULL);
    int is_set = SSL_CTX_set_min_proto_version(settings, TLS1_2_VERSION) == 1
        && (authorities == NULL ? SSL_CTX_set_default_verify_paths(settings)
                                : SSL_CTX_load_verify_locations(settings, authorities, NULL)) == 1
        && (certificate == NULL || SSL_CTX_use_certificate_chain_file(settings, certificate) == 1)
        && (key == NULL || SSL_CTX_use_PrivateKey_file(settings, key, SSL_FILETYPE_PEM) == 1);
    SSL *tls = is_set ? SSL_new(settings) : NULL;
    SSL_CTX_free(settings);
    if (tls == NULL) {
        ERR_clear_error();
        return 0;
    }
    // Certificates have IP addresses and host names in different fields, and only a host name is sent to the server (SNI).
    int is_checked = X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), host) == 1
        || (SSL_set1_host(tls, host) == 1 && SSL_set_tlsext_host_name(tls, host) == 1);
    if (!is_checked || redisInitiateSSL(connection, tls) != REDIS_OK) {
        SSL_free(tls);
        ERR_clear_error();
        return 0;
    }
    return 1;
}
#endif
