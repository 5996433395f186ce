package org.attestry.credential.presentation;

import java.util.Optional;
import java.util.stream.Stream;

/** The ways to send a response (OpenID4VP 1.0, sections 8.2 and 8.3.1). */
public enum ResponseMode {
  DIRECT_POST("direct_post"),
  /** Encrypted. */
  DIRECT_POST_JWT("direct_post.jwt");

  private final String text;

  ResponseMode(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }

  public static Optional<ResponseMode> of(String text) {
    return Stream.of(values()).filter(one -> one.text.equals(text)).findFirst();
  }
}
