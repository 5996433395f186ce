package org.attestry.credential.statuslist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.attestry.contracts.FailureException;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.PrivatePart;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.status.PgStatusStore;
import org.attestry.credential.status.PgStatusStore.PublishedList;
import org.attestry.credential.status.PgStatusStore.SignedList;
import org.attestry.credential.suite.TestProofs;
import org.junit.jupiter.api.Test;

class SignedStatusListsTest {

  private static final PublishedList LIST = PublishedList.ofTokens(1);
  private static final int READERS = 5_000;

  private static final StoredKey KEY =
      new StoredKey(
          "did:web:a#key-0",
          "did:web:a",
          KeyType.RSA,
          KeyState.ACTIVE,
          "",
          PrivatePart.NONE,
          Set.of(),
          Instant.EPOCH,
          SigningTime.UNKNOWN);

  private final List<Promise<String>> signatures = new ArrayList<>();
  private final SignedStatusLists lists =
      new SignedStatusLists(
          new OneList(),
          TestProofs.at("https://attestry.example"),
          (list, bits, suite, key, now, deadline) -> {
            signatures.add(Promise.promise());
            return signatures.getLast().future();
          },
          (issuer, suite) -> Future.succeededFuture(KEY),
          Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));

  @Test
  void readersWhoWaitShareTheSignature() {
    List<Future<Optional<SignedList>>> readers = readers();
    signatures.getFirst().complete("signed");
    readers.forEach(reader -> assertEquals("signed", reader.result().orElseThrow().document()));
    assertEquals(1, signatures.size());
  }

  @Test
  void readersWhoWaitedForAFailureShareTheNextAttempt() {
    List<Future<Optional<SignedList>>> readers = readers();
    signatures.getFirst().fail(FailureException.unavailable("away", "Away."));
    assertTrue(readers.getFirst().failed());
    assertEquals(2, signatures.size());

    signatures.getLast().fail(FailureException.unavailable("away", "Away."));
    readers.forEach(reader -> assertTrue(reader.failed()));
    assertEquals(2, signatures.size());

    Future<Optional<SignedList>> next = lists.current(LIST);
    signatures.getLast().complete("signed");
    assertEquals("signed", next.result().orElseThrow().document());
  }

  @Test
  void aListEndsWithTheNextSuspensionInIt() {
    Instant end = Instant.EPOCH.plusMillis(90_500);
    assertEquals(Instant.EPOCH.plusSeconds(91), validUntil(end));
    assertEquals(Instant.EPOCH.plusSeconds(90), validUntil(Instant.EPOCH.plusSeconds(90)));
    for (Instant other :
        Arrays.asList(null, Instant.EPOCH, Instant.parse("2100-01-01T00:00:00Z"))) {
      assertEquals(Instant.EPOCH.plus(SignedStatusLists.VALID), validUntil(other));
    }
  }

  private static Instant validUntil(Instant nextEnd) {
    return SignedStatusLists.validUntil(
        new PgStatusStore.ListBits(1, Map.of(), nextEnd), Instant.EPOCH);
  }

  private List<Future<Optional<SignedList>>> readers() {
    return IntStream.range(0, READERS).mapToObj(reader -> lists.current(LIST)).toList();
  }

  /** A list that was never signed. */
  private static final class OneList extends PgStatusStore {

    private OneList() {
      super(null, null);
    }

    @Override
    public Future<Optional<ListState>> state(PublishedList list) {
      return Future.succeededFuture(Optional.of(new ListState("did:web:a", null, 1, null)));
    }

    @Override
    public Future<ListBits> bits(PublishedList list) {
      return Future.succeededFuture(new ListBits(1, Map.of(), null));
    }

    @Override
    public Future<Void> keep(PublishedList list, SignedList signed) {
      return Future.succeededFuture();
    }
  }
}
