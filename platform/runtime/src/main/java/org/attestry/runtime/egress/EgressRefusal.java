package org.attestry.runtime.egress;

/** Why a document was not fetched. */
public enum EgressRefusal {
  /** It is no https address (RFC 3986), has a user or more than 2,000 characters. */
  ADDRESS_INVALID("address-invalid"),
  /** The settings do not list its origin. */
  ORIGIN_NOT_ALLOWED("origin-not-allowed"),
  /** Its host has no address. */
  HOST_UNKNOWN("host-unknown"),
  /** Its host has an address that is not one of the public internet. */
  HOST_NOT_PUBLIC("host-not-public"),
  /** No connection, a certificate that is not trusted, or an incomplete response. */
  UNREACHABLE("unreachable"),
  /** It redirects, which is never followed. */
  REDIRECTED("redirected"),
  /** The response has another status than 200. */
  STATUS("status"),
  TOO_LARGE("too-large"),
  TOO_SLOW("too-slow"),
  /** As many documents are being fetched from the origin as may be. */
  BUSY("busy");

  private final String code;

  EgressRefusal(String code) {
    this.code = code;
  }

  /** A stable code of lower-case letters and hyphens. */
  public String code() {
    return code;
  }
}
