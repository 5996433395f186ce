package org.attestry.credential.status;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.credential.status.PgStatusStore.Bit;
import org.attestry.credential.status.PgStatusStore.Named;
import org.attestry.credential.status.StatusAddresses.ListName;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.fair.Budget;

/**
 * Checks the status entries of a credential whose proof is valid. Our own lists are read from the
 * database, foreign ones by {@link ForeignLists}. An entry that cannot be read is UNKNOWN with a
 * reason, so that the credential is not verified: {@code status.unknown} for an entry of another
 * kind or form, {@code status.list-unknown} for an address of ours without a list of this issuer.
 * An entry with an unknown purpose is ignored, because it says nothing about revocation or
 * suspension.
 */
public record ReadStatuses(PgStatusStore store, StatusAddresses addresses) {

  /** The reason for a foreign list that is not fetched. */
  public static final String LIST_FOREIGN = "status.list-foreign";

  private static final int MOST_ENTRIES = 16;
  private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,5}");

  /**
   * @param issuer of the credential
   * @param lists the foreign lists
   * @param budget for foreign lists, which are read one after the other
   * @return a check of each entry, by the name of its purpose
   */
  public Future<List<Check>> of(
      List<StatusEntry> entries,
      String issuer,
      ForeignLists lists,
      Budget budget,
      Deadline deadline) {
    if (entries.size() > MOST_ENTRIES) {
      return Future.succeededFuture(List.of(unknown(StatusPurpose.REVOCATION, "status.unknown")));
    }
    List<Named> named = new ArrayList<>();
    List<StatusEntry> others = new ArrayList<>();
    for (StatusEntry entry : entries) {
      if (entry.isOfOtherPurpose()) {
        continue;
      }
      List<Named> ours = named(entry);
      if (ours.isEmpty()) {
        others.add(entry);
      }
      named.addAll(ours);
    }
    List<Check> checks = new ArrayList<>();
    return own(named, issuer)
        .onSuccess(checks::addAll)
        .compose(
            read ->
                AsyncLoop.each(
                    others,
                    entry ->
                        elsewhere(entry, issuer, lists, budget, deadline)
                            .onSuccess(checks::addAll)))
        .map(done -> checks);
  }

  private Future<List<Check>> own(List<Named> named, String issuer) {
    return named.isEmpty()
        ? Future.succeededFuture(List.of())
        : store
            .find(named)
            .map(
                bits ->
                    IntStream.range(0, bits.size())
                        .mapToObj(i -> check(named.get(i).list().purpose(), bits.get(i), issuer))
                        .toList());
  }

  /** Returns the bits of our lists that an entry names; empty if it names other lists. */
  private List<Named> named(StatusEntry entry) {
    boolean read = entry.isPlain() || entry.isOfTokenList();
    if (!read || !INDEX.matcher(entry.indexes().getFirst()).matches()) {
      return List.of();
    }
    int index = Integer.parseInt(entry.indexes().getFirst());
    return index < Bitstring.LENGTH
        ? lists(entry).map(list -> new Named(list, index)).toList()
        : List.of();
  }

  private Stream<ListName> lists(StatusEntry entry) {
    String address = entry.lists().getFirst();
    return entry.isOfTokenList()
        ? addresses.parseTokens(address).stream()
            .flatMap(list -> Stream.of(StatusPurpose.values()).map(one -> new ListName(list, one)))
        : addresses
            .parse(address)
            .filter(one -> one.purpose().text().equals(entry.purposes().getFirst()))
            .stream();
  }

  private Future<List<Check>> elsewhere(
      StatusEntry entry, String issuer, ForeignLists lists, Budget budget, Deadline deadline) {
    Optional<StatusPurpose> purpose = purpose(entry);
    if (purpose.isEmpty()) {
      return Future.succeededFuture(List.of(unknown(StatusPurpose.REVOCATION, "status.unknown")));
    }
    return addresses.isOurs(entry.lists().getFirst())
        ? Future.succeededFuture(List.of(unknown(purpose.get(), "status.list-unknown")))
        : lists.check(entry, purpose.get(), issuer, budget, deadline);
  }

  /** Returns empty for an entry that is not read. */
  private static Optional<StatusPurpose> purpose(StatusEntry entry) {
    if (entry.isOfTokenList()) {
      return Optional.of(StatusPurpose.REVOCATION);
    }
    return entry.isPlain() ? StatusPurpose.of(entry.purposes().getFirst()) : Optional.empty();
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
