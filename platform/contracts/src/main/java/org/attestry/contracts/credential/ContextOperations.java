package org.attestry.contracts.credential;

import java.time.Instant;
import java.util.List;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;

/** The operations of credential-service about uploaded JSON-LD contexts. */
public final class ContextOperations {

  /** Stores a JSON-LD context that credentials may refer to by its address, for an admin. */
  public static final Operation<UploadContextRequest, UploadedContext> UPLOAD_CONTEXT =
      Operation.of(
          "credential.uploadContext.v1", UploadContextRequest.class, UploadedContext.class);

  /** Lists the uploaded contexts without their documents, for an admin. */
  public static final Operation<ListContextsRequest, UploadedContextsView> LIST_CONTEXTS =
      Operation.of(
          "credential.listContexts.v1", ListContextsRequest.class, UploadedContextsView.class);

  public static final Operation<ReadUploadedContextRequest, UploadedContext> READ_UPLOADED_CONTEXT =
      Operation.of(
          "credential.readUploadedContext.v1",
          ReadUploadedContextRequest.class,
          UploadedContext.class);

  /**
   * Deletes an uploaded context that no credential uses, for an admin; replies with the deleted
   * context.
   */
  public static final Operation<DeleteContextRequest, UploadedContext> DELETE_CONTEXT =
      Operation.of(
          "credential.deleteContext.v1", DeleteContextRequest.class, UploadedContext.class);

  private ContextOperations() {}

  /**
   * Uploads a JSON-LD context that credentials may refer to by its address.
   *
   * @param address the IRI in {@code @context}; null for an address that this service makes from
   *     the digest
   * @param document a JSON object with {@code @context}
   * @param issuers DIDs of issuers whose credentials were signed elsewhere with this context and do
   *     not name their contexts in the proof; added to the DIDs that are stored
   */
  public record UploadContextRequest(String address, JsonBytes document, List<String> issuers) {

    public UploadContextRequest {
      issuers = issuers == null ? List.of() : List.copyOf(issuers);
    }
  }

  /**
   * An uploaded JSON-LD context.
   *
   * @param address the IRI by which credentials refer to the context
   * @param digest SHA-256 of the document's canonical form (RFC 8785), lower-case hex
   * @param used whether a credential was signed with this context, so that it cannot be deleted
   * @param issuers DIDs of the issuers whose credentials may use this context although their proofs
   *     do not name their contexts
   * @param document the document; null when the context is read as part of a list
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
   * Requests a page of the uploaded contexts, in the order of their addresses.
   *
   * @param limit the most contexts to return
   * @param offset the number of contexts to skip
   */
  public record ListContextsRequest(int limit, int offset) {}

  /**
   * @param totalCount number of contexts on all pages
   * @param data the contexts of this page, without documents
   */
  public record UploadedContextsView(long totalCount, List<UploadedContext> data) {

    public UploadedContextsView {
      data = List.copyOf(data);
    }
  }

  /**
   * @param id the id of an uploaded context
   */
  public record ReadUploadedContextRequest(String id) {}

  /**
   * @param id the id of an uploaded context
   */
  public record DeleteContextRequest(String id) {}
}
