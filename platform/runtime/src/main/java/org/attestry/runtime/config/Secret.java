package org.attestry.runtime.config;

/** A value that never shows itself: settings are printed at start. */
public record Secret(String value) {

  @Override
  public String toString() {
    return value.isEmpty() ? "(empty)" : "***";
  }
}
