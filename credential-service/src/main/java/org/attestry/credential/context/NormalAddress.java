package org.attestry.credential.context;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The normal form of addresses (RFC 3986, section 6.2). Addresses of the same resource have the
 * same normal form, so only addresses in this form can be compared as texts.
 */
final class NormalAddress {

  /** RFC 3986, appendix B, for addresses without fragment. */
  private static final Pattern WEB =
      Pattern.compile("(https?)://(?:[^/?@]*@)?([^/?:]*)(?::([0-9]*))?([^?]*)(\\?.*)?");

  private static final Pattern URN = Pattern.compile("urn:([^:]+):(.*)");
  private static final Pattern ENCODED = Pattern.compile("%([0-9A-Fa-f]{2})");

  private NormalAddress() {}

  /** Returns the normal form of an address whose scheme is in lower case. */
  static String of(String address) {
    String plain = decoded(address);
    Matcher web = WEB.matcher(plain);
    if (web.matches()) {
      return web(web);
    }
    Matcher urn = URN.matcher(plain);
    return urn.matches()
        ? "urn:" + urn.group(1).toLowerCase(Locale.ROOT) + ":" + urn.group(2)
        : plain;
  }

  /** Returns the address with https for http, or the reverse; unchanged if it has neither. */
  static String twin(String address) {
    if (address.startsWith("https:")) {
      return "http:" + address.substring("https:".length());
    }
    return address.startsWith("http:") ? "https:" + address.substring("http:".length()) : address;
  }

  private static String web(Matcher parts) {
    String scheme = parts.group(1);
    String host = parts.group(2).toLowerCase(Locale.ROOT);
    String port = parts.group(3) == null ? "" : parts.group(3).replaceFirst("^0+", "");
    String query = parts.group(5) == null || parts.group(5).equals("?") ? "" : parts.group(5);
    boolean usual = port.isEmpty() || port.equals(scheme.equals("https") ? "443" : "80");
    return scheme
        + "://"
        + (host.endsWith(".") ? host.substring(0, host.length() - 1) : host)
        + (usual ? "" : ":" + port)
        + withoutDots(parts.group(4))
        + query;
  }

  /** Removes dot segments (RFC 3986, section 5.2.4). */
  private static String withoutDots(String path) {
    if (path.isEmpty()) {
      return "/";
    }
    Deque<String> kept = new ArrayDeque<>();
    String last = "";
    for (String segment : path.substring(1).split("/", -1)) {
      last = segment;
      if (segment.equals("..")) {
        kept.pollLast();
      } else if (!segment.equals(".")) {
        kept.addLast(segment);
      }
    }
    String joined = "/" + String.join("/", kept);
    boolean dots = last.equals(".") || last.equals("..");
    return dots && !joined.endsWith("/") ? joined + "/" : joined;
  }

  /** Decodes characters that need no encoding. Hexadecimal digits become capitals. */
  private static String decoded(String text) {
    return ENCODED
        .matcher(text)
        .replaceAll(octet -> Matcher.quoteReplacement(plain(octet.group(1))));
  }

  private static String plain(String hex) {
    int character = HexFormat.fromHexDigits(hex);
    boolean unreserved =
        character >= 'a' && character <= 'z'
            || character >= 'A' && character <= 'Z'
            || character >= '0' && character <= '9'
            || "-._~".indexOf(character) >= 0;
    return unreserved ? String.valueOf((char) character) : "%" + hex.toUpperCase(Locale.ROOT);
  }
}
