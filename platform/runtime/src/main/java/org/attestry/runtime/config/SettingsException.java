package org.attestry.runtime.config;

import java.util.List;

/** The settings are not usable. The message names each one and what to do, one a line. */
public final class SettingsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public SettingsException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems), null, false, false);
  }
}
