package org.attestry.runtime.egress;

/** Why a document was not fetched. */
public enum EgressRefusal {
  /** The address is not an https URL (RFC 3986), has a user, or has more than 2,000 characters. */
  ADDRESS_INVALID("address-invalid"),
  /** The settings do not list the origin. */
  ORIGIN_NOT_ALLOWED("origin-not-allowed"),
  /** The host has no address. */
  HOST_UNKNOWN("host-unknown"),
  /** The host has an address that is not a public internet address. */
  HOST_NOT_PUBLIC("host-not-public"),
  /** No connection, a certificate that is not trusted, or an incomplete response. */
  UNREACHABLE("unreachable"),
  /** The response is a redirect; redirects are never followed. */
  REDIRECTED("redirected"),
  /** The response has a status other than 200. */
  STATUS("status"),
  TOO_LARGE("too-large"),
  TOO_SLOW("too-slow"),
  /** The limit of concurrent fetches from the origin is reached. */
  BUSY("busy");

  private final String code;

  EgressRefusal(String code) {
    this.code = code;
  }

  /** Returns a stable code of lower-case letters and hyphens. */
  public String code() {
    return code;
  }
}
