package org.attestry.credential.domain;

import io.vertx.core.Future;
import java.util.Optional;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.PublicDocument;
import org.attestry.contracts.credential.ReadStatusListRequest;
import org.attestry.credential.domain.status.StatusAddresses;
import org.attestry.credential.domain.status.StatusAddresses.ListName;

/** Reads a list credential, with its bits as they are now. */
public final class ReadStatusList {

  private final StatusAddresses addresses;
  private final SignedStatusLists lists;

  public ReadStatusList(StatusAddresses addresses, SignedStatusLists lists) {
    this.addresses = addresses;
    this.lists = lists;
  }

  /** Fails NOT_FOUND for a list that was never made. */
  public Future<PublicDocument> handle(ReadStatusListRequest request, CallContext call) {
    Optional<ListName> name = addresses.parse(request.list(), request.purpose());
    return name.isEmpty()
        ? Future.failedFuture(unknown())
        : lists
            .current(name.get())
            .map(found -> found.orElseThrow(ReadStatusList::unknown))
            .map(signed -> new PublicDocument(JsonBytes.of(signed.credential())));
  }

  private static FailureException unknown() {
    return Failure.of(
            FailureKind.NOT_FOUND,
            "credential.status-list.not-found",
            "There is no such status list here.")
        .exception();
  }
}
