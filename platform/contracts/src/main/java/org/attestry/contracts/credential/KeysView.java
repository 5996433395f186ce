package org.attestry.contracts.credential;

import java.util.List;

/**
 * @param totalCount number of keys on all pages
 * @param keys newest first
 */
public record KeysView(long totalCount, List<KeyView> keys) {

  public KeysView {
    keys = List.copyOf(keys);
  }
}
