package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.attestry.contracts.Deadline;
import org.attestry.credential.domain.status.Bitstring;
import org.attestry.credential.domain.status.StatusAddresses;
import org.attestry.credential.domain.status.StatusAddresses.ListName;
import org.attestry.credential.domain.status.StatusStore;
import org.attestry.credential.domain.status.StatusStore.ListBits;
import org.attestry.credential.domain.status.StatusStore.ListState;
import org.attestry.credential.domain.status.StatusStore.SignedList;
import org.attestry.runtime.json.Json;

/**
 * List credentials (W3C Bitstring Status List v1.0, section 2.1), signed again when one is read
 * after its bits or its issuer's key have changed, or half of its validity is over. A replica signs
 * a list once at a time; readers that come meanwhile share the result if it has the bits that they
 * saw. Used on one event loop.
 */
public final class SignedStatusLists {

  /** How long a verifier may keep a list without reading it again. */
  public static final Duration TTL = Duration.ofMinutes(5);

  private static final Duration VALID = Duration.ofDays(30);

  /** Several readers may wait for one list, so it has a deadline of its own. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final StatusStore store;
  private final StatusAddresses addresses;
  private final Proofs proofs;
  private final ProofMaker maker;
  private final KeyRing keys;
  private final CryptoWorkers compute;
  private final Clock clock;
  private final Map<ListName, Future<SignedList>> inFlight = new HashMap<>();

  public SignedStatusLists(
      StatusStore store,
      StatusAddresses addresses,
      Proofs proofs,
      ProofMaker maker,
      KeyRing keys,
      CryptoWorkers compute,
      Clock clock) {
    this.store = store;
    this.addresses = addresses;
    this.proofs = proofs;
    this.maker = maker;
    this.keys = keys;
    this.compute = compute;
    this.clock = clock;
  }

  /** The list with all bits that are committed now; empty for one that was never made. */
  public Future<Optional<SignedList>> current(ListName name) {
    return store
        .state(name)
        .compose(
            state ->
                state.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : keys.signingKey(state.get().issuer(), maker.suite().keyType())
                        .compose(key -> current(name, state.get(), key))
                        .map(Optional::of));
  }

  private Future<SignedList> current(ListName name, ListState state, StoredKey key) {
    if (isCurrent(state.signed(), state, key)) {
      return Future.succeededFuture(state.signed());
    }
    Future<SignedList> running = inFlight.get(name);
    if (running == null) {
      return begin(name, key);
    }
    return running
        .otherwiseEmpty()
        .compose(
            signed ->
                isCurrent(signed, state, key)
                    ? Future.succeededFuture(signed)
                    : current(name, state, key));
  }

  private boolean isCurrent(SignedList signed, ListState state, StoredKey key) {
    return signed != null
        && signed.version() >= state.version()
        && signed.verificationMethod().equals(key.verificationMethod())
        && signed.signedAt().plus(VALID.dividedBy(2)).isAfter(clock.instant());
  }

  private Future<SignedList> begin(ListName name, StoredKey key) {
    Deadline deadline = Deadline.in(LONGEST);
    Future<SignedList> begun =
        store
            .bits(name)
            .compose(bits -> sign(name, bits, key, deadline))
            .compose(signed -> store.keep(name, signed).map(signed));
    inFlight.put(name, begun);
    return begun.onComplete(done -> inFlight.remove(name, begun));
  }

  private Future<SignedList> sign(ListName name, ListBits bits, StoredKey key, Deadline deadline) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    return compute
        .run(
            deadline,
            () ->
                proofs.read(
                    document(name, bits, key.issuer(), now),
                    maker.suite(),
                    Map.of(),
                    CallBudget.until(deadline)))
        .compose(unsigned -> maker.sign(unsigned, key, now, () -> null, deadline))
        .map(signed -> Json.write(signed.credential()).text())
        .map(text -> new SignedList(bits.version(), key.verificationMethod(), text, now));
  }

  private ObjectNode document(ListName name, ListBits bits, String issuer, Instant now) {
    String address = addresses.of(name.list(), name.purpose());
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.putArray("@context").add("https://www.w3.org/ns/credentials/v2");
    document.put("id", address);
    document.putArray("type").add("VerifiableCredential").add("BitstringStatusListCredential");
    document
        .put("issuer", issuer)
        .put("validFrom", now.toString())
        .put("validUntil", now.plus(VALID).toString())
        .putObject("credentialSubject")
        .put("id", address + "#list")
        .put("type", "BitstringStatusList")
        .put("statusPurpose", name.purpose().text())
        .put("encodedList", Bitstring.encode(bits.bits()))
        .put("ttl", TTL.toMillis());
    return document;
  }
}
