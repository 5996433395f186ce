package org.attestry.credential.statuslist;

import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.credential.key.SigningSuite;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.status.PgStatusStore;
import org.attestry.credential.status.PgStatusStore.ListBits;
import org.attestry.credential.status.PgStatusStore.ListState;
import org.attestry.credential.status.PgStatusStore.PublishedList;
import org.attestry.credential.status.PgStatusStore.SignedList;

/**
 * Signed status lists of one form. A list is signed when it is read, if its bits or its issuer's
 * key have changed or half of its validity is over. While it cannot be signed, a signed list with
 * unchanged bits and key is served until a day before its end. A replica signs a list once at a
 * time. Readers that come meanwhile share the result if it contains the bits that they read. Used
 * on one event loop.
 */
public final class SignedStatusLists {

  /** How long a verifier may keep a list without reading it again. */
  public static final Duration TTL = Duration.ofMinutes(5);

  /** How long a signed list is valid. */
  static final Duration VALID = Duration.ofDays(30);

  private static final Duration RENEWED_AFTER = VALID.dividedBy(2);

  /** The largest age of a list with current bits that is served while it cannot be signed again. */
  private static final Duration SERVED_UNTIL = VALID.minusDays(1);

  /**
   * The deadline of signing. Several readers may wait for one list, so it does not use the deadline
   * of one.
   */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final PgStatusStore store;
  private final Proofs proofs;
  private final Form form;
  private final Keys keys;
  private final Clock clock;
  private final Map<PublishedList, Future<SignedList>> inFlight = new HashMap<>();

  /**
   * @param keys of the lists' issuers
   */
  public SignedStatusLists(PgStatusStore store, Proofs proofs, Form form, Keys keys, Clock clock) {
    this.store = store;
    this.proofs = proofs;
    this.form = form;
    this.keys = keys;
    this.clock = clock;
  }

  /** Finds the key that signs a list, also of a disabled issuer. */
  @FunctionalInterface
  public interface Keys {

    /**
     * @param suite that secures the list
     */
    Future<StoredKey> find(String issuer, SigningSuite suite);
  }

  /**
   * Returns the end of a list that is signed now, in whole seconds. A list ends with the next
   * suspension in it, because a verifier that keeps it longer would see a credential as suspended
   * that is not.
   */
  static Instant validUntil(ListBits bits, Instant now) {
    Instant end = now.plus(VALID);
    if (bits.nextEnd() == null || !bits.nextEnd().isAfter(now) || bits.nextEnd().isAfter(end)) {
      return end;
    }
    Instant second = bits.nextEnd().truncatedTo(ChronoUnit.SECONDS);
    return second.equals(bits.nextEnd()) ? second : second.plusSeconds(1);
  }

  /** Signs lists in one form. */
  @FunctionalInterface
  public interface Form {

    /**
     * @param suite that secures the list
     * @param key of the lists' issuer
     * @param now in whole seconds
     * @return the signed document
     */
    Future<String> sign(
        PublishedList list,
        ListBits bits,
        SigningSuite suite,
        StoredKey key,
        Instant now,
        Deadline deadline);
  }

  /** Returns the list with all committed bits; empty for a list that was never made. */
  public Future<Optional<SignedList>> current(PublishedList list) {
    return store
        .state(list)
        .compose(
            state ->
                state.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : keyOf(state.get())
                        .compose(key -> current(list, state.get(), key))
                        .map(Optional::of));
  }

  /** Returns the suite of a list. An older list without one is secured by the default suite. */
  private SigningSuite suite(ListState state) {
    return state.suite() == null ? proofs.suite() : proofs.suite(state.suite());
  }

  private Future<StoredKey> keyOf(ListState state) {
    return keys.find(state.issuer(), suite(state));
  }

  private Future<SignedList> current(PublishedList list, ListState state, StoredKey key) {
    if (isCurrent(state.signed(), state, key, RENEWED_AFTER)) {
      return Future.succeededFuture(state.signed());
    }
    return renewed(list, state, key)
        .recover(
            cause ->
                FailureException.isOf(cause, FailureKind.UNAVAILABLE, FailureKind.TIMEOUT)
                        && isCurrent(state.signed(), state, key, SERVED_UNTIL)
                    ? Future.succeededFuture(state.signed())
                    : Future.failedFuture(cause));
  }

  private Future<SignedList> renewed(PublishedList list, ListState state, StoredKey key) {
    Future<SignedList> running = inFlight.get(list);
    if (running == null) {
      return begin(list, suite(state), key);
    }
    return running
        .otherwiseEmpty()
        .compose(
            signed ->
                isCurrent(signed, state, key, RENEWED_AFTER)
                    ? Future.succeededFuture(signed)
                    : signedSince(list, state, key));
  }

  /**
   * Returns the result of a signature that began after the reader came. All waiting readers share
   * it, also its failure, so that they do not try one after the other. If that result is by another
   * key, the list is signed once more.
   */
  private Future<SignedList> signedSince(PublishedList list, ListState state, StoredKey key) {
    Future<SignedList> running = inFlight.get(list);
    Future<SignedList> next = running == null ? begin(list, suite(state), key) : running;
    return next.compose(
        signed ->
            isCurrent(signed, state, key, RENEWED_AFTER)
                ? Future.succeededFuture(signed)
                : renewed(list, state, key));
  }

  private boolean isCurrent(SignedList signed, ListState state, StoredKey key, Duration oldest) {
    return signed != null
        && signed.version() >= state.version()
        && signed.verificationMethod().equals(key.verificationMethod())
        && signed.signedAt().plus(oldest).isAfter(clock.instant());
  }

  private Future<SignedList> begin(PublishedList list, SigningSuite suite, StoredKey key) {
    Deadline deadline = Deadline.in(LONGEST);
    Future<SignedList> begun =
        store
            .bits(list)
            .compose(bits -> sign(list, bits, suite, key, deadline))
            .compose(signed -> store.keep(list, signed).map(signed));
    inFlight.put(list, begun);
    return begun.onComplete(done -> inFlight.remove(list, begun));
  }

  private Future<SignedList> sign(
      PublishedList list, ListBits bits, SigningSuite suite, StoredKey key, Deadline deadline) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    return form.sign(list, bits, suite, key, now, deadline)
        .map(text -> new SignedList(bits.version(), key.verificationMethod(), text, now));
  }
}
