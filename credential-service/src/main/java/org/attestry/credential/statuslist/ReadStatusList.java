package org.attestry.credential.statuslist;

import io.vertx.core.Future;
import java.util.Optional;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.PublicDocument;
import org.attestry.contracts.credential.CredentialOperations.ReadStatusListRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadTokenStatusListRequest;
import org.attestry.contracts.credential.CredentialOperations.SignedJwt;
import org.attestry.credential.status.PgStatusStore.PublishedList;
import org.attestry.credential.status.StatusAddresses;

/** Reads a list credential or a Token Status List, with its current bits. */
public record ReadStatusList(
    StatusAddresses addresses, SignedStatusLists credentials, SignedStatusLists tokens) {

  /** Fails NOT_FOUND for a list that was never made. */
  public Future<PublicDocument> readStatusList(ReadStatusListRequest request, CallContext context) {
    return current(
            credentials, addresses.parse(request.list(), request.purpose()).map(PublishedList::of))
        .map(document -> new PublicDocument(JsonBytes.of(document)));
  }

  /** Fails NOT_FOUND for a list that was never made. */
  public Future<SignedJwt> readTokenStatusList(
      ReadTokenStatusListRequest request, CallContext context) {
    return current(tokens, addresses.parseNumber(request.list()).map(PublishedList::ofTokens))
        .map(SignedJwt::new);
  }

  private static Future<String> current(SignedStatusLists lists, Optional<PublishedList> list) {
    return list.isEmpty()
        ? Future.failedFuture(unknown())
        : lists
            .current(list.get())
            .map(found -> found.orElseThrow(ReadStatusList::unknown).document());
  }

  private static FailureException unknown() {
    return FailureException.notFound(
        "credential.status-list.not-found", "There is no such status list here.");
  }
}
