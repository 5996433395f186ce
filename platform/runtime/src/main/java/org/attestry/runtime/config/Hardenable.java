package org.attestry.runtime.config;

import java.util.List;

/**
 * A settings record some of whose values suit a machine of one's own or a network of trust, and are
 * to be changed before the suite faces the internet. Each start logs those that are open, and
 * {@code docs/operating/hardening.md} says what to do about each.
 */
public interface Hardenable {

  /** The settings that are open as they are now; empty when all are hardened. */
  List<OpenSetting> open();

  /**
   * A setting whose value is open.
   *
   * @param name its environment name
   * @param allows what the value allows, as the end of a sentence that begins with the name
   */
  record OpenSetting(String name, String allows) {}
}
