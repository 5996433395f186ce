package org.attestry.runtime.config;

import java.util.List;

/** The settings are wrong. The message lists each wrong setting with its remedy, one per line. */
public final class SettingsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public SettingsException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems), null, false, false);
  }
}
