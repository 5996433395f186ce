package org.attestry.contracts;

/** The reply of an operation without a result. */
public record Done() {
  public static final Done DONE = new Done();
}
