package org.attestry.gateway.http;

import java.time.Duration;
import java.util.List;

/**
 * The router's settings.
 *
 * @param serviceId the first part of every envelope's id
 * @param bodyLimit bytes of a JSON body
 * @param bodiesLimit bytes of all JSON bodies that are being received, beyond what a small one has
 * @param bodyTimeout how long a JSON body may take
 * @param timeout the longest that a client waits for a reply after its body has come
 * @param corsOrigins the web origins whose scripts may read responses; empty for none
 * @param rateLimit how many requests a caller may send
 */
public record ApiConfig(
    String serviceId,
    int bodyLimit,
    int bodiesLimit,
    Duration bodyTimeout,
    Duration timeout,
    List<String> corsOrigins,
    RateLimitConfig rateLimit) {

  public ApiConfig {
    corsOrigins = List.copyOf(corsOrigins);
  }
}
