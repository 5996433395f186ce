package org.attestry.contracts.credential;

import java.util.List;

/**
 * @param issuers in the order of their DIDs
 */
public record IssuersView(List<IssuerDetails> issuers) {

  public IssuersView {
    issuers = List.copyOf(issuers);
  }
}
