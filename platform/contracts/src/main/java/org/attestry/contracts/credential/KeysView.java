package org.attestry.contracts.credential;

import java.util.List;

/**
 * @param keys newest first
 */
public record KeysView(List<KeyView> keys) {

  public KeysView {
    keys = List.copyOf(keys);
  }
}
