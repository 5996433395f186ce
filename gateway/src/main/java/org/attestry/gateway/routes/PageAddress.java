package org.attestry.gateway.routes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** Addresses of other pages of a list. */
final class PageAddress {

  private static final int LONGEST = 8_000;

  private PageAddress() {}

  /**
   * @param query the values of the query parameters by name
   * @return null if the address would be longer than servers accept
   */
  static String of(String path, ObjectNode query) {
    String parameters =
        query.properties().stream()
            .map(member -> member.getKey() + "=" + encoded(member.getValue().asText()))
            .collect(Collectors.joining("&"));
    String address = path + "?" + parameters;
    return address.length() > LONGEST ? null : address;
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20").replace("%2C", ",");
  }
}
