package org.attestry.contracts.credential;

import java.time.Instant;
import java.util.List;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;

/** The operations of credential-service about uploaded JSON-LD contexts. */
public final class ContextOperations {

  /** Takes a JSON-LD context that credentials may name by its address, for an admin. */
  public static final Operation<UploadContextRequest, UploadedContext> UPLOAD_CONTEXT =
      Operation.of(
          "credential.uploadContext.v1", UploadContextRequest.class, UploadedContext.class);

  /** The uploaded contexts without their documents, for an admin. */
  public static final Operation<ListContextsRequest, UploadedContextsView> LIST_CONTEXTS =
      Operation.of(
          "credential.listContexts.v1", ListContextsRequest.class, UploadedContextsView.class);

  public static final Operation<ReadUploadedContextRequest, UploadedContext> READ_UPLOADED_CONTEXT =
      Operation.of(
          "credential.readUploadedContext.v1",
          ReadUploadedContextRequest.class,
          UploadedContext.class);

  /** Deletes an uploaded context that nothing uses; the reply is what was deleted. For an admin. */
  public static final Operation<DeleteContextRequest, UploadedContext> DELETE_CONTEXT =
      Operation.of(
          "credential.deleteContext.v1", DeleteContextRequest.class, UploadedContext.class);

  private ContextOperations() {}

  /**
   * A JSON-LD context that credentials may name by its address.
   *
   * @param address the IRI in {@code @context}; null for an address of ours, made from the digest
   * @param document a JSON object with {@code @context}
   * @param issuers DIDs of those who sign under it elsewhere, without naming their contexts in the
   *     proof; added to those that are stored
   */
  public record UploadContextRequest(String address, JsonBytes document, List<String> issuers) {

    public UploadContextRequest {
      issuers = issuers == null ? List.of() : List.copyOf(issuers);
    }
  }

  /**
   * An uploaded JSON-LD context.
   *
   * @param address the IRI that credentials name it by
   * @param digest SHA-256 of the document's canonical form (RFC 8785), lower-case hex
   * @param used whether a credential was signed under it, so that it cannot be deleted
   * @param issuers whose credentials may name it though their proofs do not name their contexts
   * @param document null in a list
   */
  public record UploadedContext(
      String id,
      String address,
      String digest,
      boolean used,
      Instant osCreatedAt,
      List<String> issuers,
      JsonBytes document) {

    public UploadedContext {
      issuers = issuers == null ? List.of() : List.copyOf(issuers);
    }
  }

  /**
   * A page of the uploaded contexts, in order of their addresses.
   *
   * @param limit how many at most
   * @param offset how many to pass over
   */
  public record ListContextsRequest(int limit, int offset) {}

  /**
   * @param totalCount number of contexts on all pages
   * @param data without documents
   */
  public record UploadedContextsView(long totalCount, List<UploadedContext> data) {

    public UploadedContextsView {
      data = List.copyOf(data);
    }
  }

  /**
   * @param id of an uploaded context
   */
  public record ReadUploadedContextRequest(String id) {}

  /**
   * @param id of an uploaded context
   */
  public record DeleteContextRequest(String id) {}
}
