package org.attestry.contracts.claims;

import java.util.List;

/**
 * @param content newest first
 */
public record ClaimsView(List<ClaimView> content, long totalElements, long totalPages) {

  public ClaimsView {
    content = List.copyOf(content);
  }
}
