package org.attestry.contracts.claims;

import java.util.List;

/**
 * @param content newest first; may be fewer than requested although more follow
 * @param totalElements number of claims, counted to at most 1,000 beyond the page
 * @param countIs {@code exact}, or {@code planned} where there may be more or fewer
 * @param nextCursor cursor of the next page, or null
 */
public record ClaimsView(
    List<ClaimView> content,
    long totalElements,
    long totalPages,
    String countIs,
    String nextCursor) {

  public ClaimsView {
    content = List.copyOf(content);
  }
}
