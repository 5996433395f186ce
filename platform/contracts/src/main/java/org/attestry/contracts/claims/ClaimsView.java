package org.attestry.contracts.claims;

import java.util.List;

/**
 * @param content newest first; may be fewer than asked for although more follow
 * @param totalElements how many there are; counted as far as a thousand beyond the page
 * @param countIs {@code exact}, or {@code planned} where there may be more or fewer
 * @param nextCursor where the next page begins, null where nothing follows
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
