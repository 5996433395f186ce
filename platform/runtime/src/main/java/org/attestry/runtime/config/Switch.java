package org.attestry.runtime.config;

/** A part of the suite that is either on or off. */
public enum Switch {
  OFF,
  ON;

  public boolean isOn() {
    return this == ON;
  }
}
