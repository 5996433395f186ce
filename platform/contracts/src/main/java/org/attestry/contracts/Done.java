package org.attestry.contracts;

/** The reply of an operation that has nothing to tell but that it is done. */
public record Done() {
  public static final Done DONE = new Done();
}
