package org.attestry.credential.domain.status;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.attestry.contracts.credential.VerificationView.Check;
import org.attestry.contracts.credential.VerificationView.Status;
import org.attestry.credential.domain.status.StatusAddresses.ListName;
import org.attestry.credential.domain.status.StatusStore.Bit;
import org.attestry.credential.domain.status.StatusStore.Named;

/**
 * Checks the status entries of a credential whose proof holds. Our own lists are read from the
 * database as they are now. An entry that cannot be read is UNKNOWN with a reason, so that the
 * credential is not verified: {@code status.unknown} for an entry of another kind or form, {@code
 * status.list-foreign} for a list of somebody else, which is not fetched, {@code
 * status.list-unknown} for an address of ours without a list of this issuer.
 */
public final class ReadStatuses {

  private static final int MOST_ENTRIES = 16;
  private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,5}");

  private final StatusStore store;
  private final StatusAddresses addresses;

  public ReadStatuses(StatusStore store, StatusAddresses addresses) {
    this.store = store;
    this.addresses = addresses;
  }

  /**
   * @param issuer of the credential
   * @return a check of each entry, by the name of its purpose
   */
  public Future<List<Check>> of(List<StatusEntry> entries, String issuer) {
    if (entries.size() > MOST_ENTRIES) {
      return Future.succeededFuture(List.of(unknown(StatusPurpose.REVOCATION, "status.unknown")));
    }
    List<Check> checks = new ArrayList<>();
    List<Named> named = new ArrayList<>();
    for (StatusEntry entry : entries) {
      named(entry).ifPresentOrElse(named::add, () -> checks.add(unread(entry)));
    }
    if (named.isEmpty()) {
      return Future.succeededFuture(checks);
    }
    return store
        .find(named)
        .map(
            bits -> {
              for (int i = 0; i < bits.size(); i++) {
                checks.add(check(named.get(i).list().purpose(), bits.get(i), issuer));
              }
              return checks;
            });
  }

  private Optional<Named> named(StatusEntry entry) {
    if (!entry.isPlain() || !INDEX.matcher(entry.indexes().getFirst()).matches()) {
      return Optional.empty();
    }
    int index = Integer.parseInt(entry.indexes().getFirst());
    Optional<ListName> list = addresses.parse(entry.lists().getFirst());
    return list.filter(one -> one.purpose().text().equals(entry.purposes().getFirst()))
        .filter(one -> index < Bitstring.LENGTH)
        .map(one -> new Named(one, index));
  }

  private Check unread(StatusEntry entry) {
    Optional<StatusPurpose> purpose =
        entry.isPlain() ? StatusPurpose.of(entry.purposes().getFirst()) : Optional.empty();
    if (purpose.isEmpty()) {
      return unknown(StatusPurpose.REVOCATION, "status.unknown");
    }
    boolean ours = addresses.isOurs(entry.lists().getFirst());
    return unknown(purpose.get(), ours ? "status.list-unknown" : "status.list-foreign");
  }

  private static Check check(StatusPurpose purpose, Bit bit, String issuer) {
    if (!bit.issuer().equals(issuer)) {
      return unknown(purpose, "status.list-unknown");
    }
    return bit.set()
        ? new Check(purpose.text(), Status.NOK, purpose.reason())
        : new Check(purpose.text(), Status.OK, null);
  }

  private static Check unknown(StatusPurpose purpose, String reason) {
    return new Check(purpose.text(), Status.UNKNOWN, reason);
  }
}
