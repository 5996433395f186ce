package org.attestry.contracts.claims;

import java.util.List;

/**
 * @param entityName the type in the path: the requester's or the attestor's
 * @param text 1 to 10,000 characters
 * @param documents locations of documents of the claim's entity, as an upload replies them
 */
public record AddClaimNoteRequest(
    String entityName, String claimId, String text, List<String> documents) {

  public AddClaimNoteRequest {
    documents = documents == null ? List.of() : List.copyOf(documents);
  }
}
