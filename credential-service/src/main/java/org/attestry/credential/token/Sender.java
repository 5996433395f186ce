package org.attestry.credential.token;

/**
 * The wallet that sends a token request, as far as it proves who it is.
 *
 * @param thumbprint of the key of its DPoP proof; null without one
 * @param client the client that it authenticates as; null for none
 */
record Sender(String thumbprint, String client) {

  /** Whether tokens can be bound to it. */
  boolean isProven() {
    return thumbprint != null || client != null;
  }

  /** Whether it proves all that tokens of another request are bound to. */
  boolean proves(Sender bound) {
    return (bound.thumbprint == null || bound.thumbprint.equals(thumbprint))
        && (bound.client == null || bound.client.equals(client));
  }
}
