package org.attestry.contracts.credential;

import java.util.List;

/**
 * @param totalCount number of contexts on all pages
 * @param data without documents
 */
public record UploadedContextsView(long totalCount, List<UploadedContext> data) {

  public UploadedContextsView {
    data = List.copyOf(data);
  }
}
