package org.attestry.gateway.serve;

import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import org.attestry.gateway.connection.Addresses;
import org.attestry.gateway.connection.TrustedProxies;

/** Identifies clients without a token. */
public record ClientAddresses(TrustedProxies proxies) {

  /**
   * Returns the address of a request's client; for IPv6, its network. If a trusted proxy sent the
   * request, the client is the last address in {@code X-Forwarded-For} that is not a trusted proxy
   * itself, because the client may have written the addresses before it.
   */
  String of(HttpServerRequest request) {
    String address = request.remoteAddress().hostAddress();
    if (proxies.trusts(address)) {
      List<String> forwarded = request.headers().getAll("x-forwarded-for");
      String[] addresses = String.join(",", forwarded).split(",");
      for (int i = addresses.length - 1; i >= 0 && proxies.trusts(address); i--) {
        String before = TrustedProxies.normalized(addresses[i].strip());
        if (before == null) {
          break;
        }
        address = before;
      }
    }
    return Addresses.group(address);
  }
}
