package org.attestry.gateway.serve;

import java.time.Duration;
import java.util.List;

/**
 * The router's settings.
 *
 * @param serviceId the first part of every envelope's id
 * @param bodyLimit the largest JSON body in bytes
 * @param bodiesLimit the most bytes of all JSON bodies in memory, not counting the first bytes of
 *     each
 * @param bodyTimeout how long receiving a JSON body may take
 * @param timeout the longest that a client waits for a reply after its body was received
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
