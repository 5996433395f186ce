package org.attestry.runtime.config;

/** A value that is masked in {@code toString}: settings are logged at the start. */
public record Secret(String value) {

  @Override
  public String toString() {
    return value.isEmpty() ? "(empty)" : "***";
  }
}
