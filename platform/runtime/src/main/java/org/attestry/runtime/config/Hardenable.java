package org.attestry.runtime.config;

import java.util.List;

/**
 * A settings record with values that suit a local machine or a trusted network, and must be changed
 * before the suite is exposed to the internet. The open ones, which still have such a value, are
 * logged at each start; {@code docs/operating/hardening.md} describes each.
 */
public interface Hardenable {

  /** Returns the open settings; empty if all are hardened. */
  List<OpenSetting> open();

  /**
   * A setting whose value is open.
   *
   * @param name the setting's environment name
   * @param allows what the value allows, as the end of a sentence that begins with the name
   */
  record OpenSetting(String name, String allows) {}
}
