package org.attestry.contracts.credential;

import java.util.List;

/**
 * @param totalCount number of issuers on all pages
 * @param issuers in the order of their DIDs
 */
public record IssuersView(long totalCount, List<IssuerDetails> issuers) {

  public IssuersView {
    issuers = List.copyOf(issuers);
  }
}
