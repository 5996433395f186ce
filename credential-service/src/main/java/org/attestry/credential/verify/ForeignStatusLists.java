package org.attestry.credential.verify;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.proof.TokenListJwts;
import org.attestry.credential.status.EncodedList;
import org.attestry.credential.status.ForeignLists;
import org.attestry.credential.status.ListContent;
import org.attestry.credential.status.ListDialect;
import org.attestry.credential.status.ReadStatuses;
import org.attestry.credential.status.StatusEntry;
import org.attestry.credential.status.StatusPurpose;
import org.attestry.credential.status.TokenStatuses;
import org.attestry.credential.verify.RemoteDocuments.NotFetched;
import org.attestry.credential.verify.RemoteDocuments.RemoteDocument;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;

/**
 * Reads status lists of others (W3C Bitstring Status List v1.0, section 3.2; Status List 2021;
 * Token Status List, section 8.3). A list counts if its own credential or JWT verifies, and has the
 * issuer of the credential, the address that it was fetched from, and the purpose of the entry.
 * Everything else is UNKNOWN with a reason: {@code status.list-foreign} where the settings do not
 * allow the address, {@code status.list-unavailable:<why>} where it was not fetched, and {@code
 * status.list-invalid:<what>}. The signature of a list is verified once until the list is read
 * again or its key is another; which key that is, and whether it is revoked or the list has
 * expired, is looked up each time. Used on one event loop.
 */
final class ForeignStatusLists implements ForeignLists {

  /** How old a list may be whose {@code ttl} allows more, or which has none. */
  private static final Duration NEWEST = Duration.ofMinutes(5);

  /** A list is read again no sooner, whatever its {@code ttl} says. */
  private static final Duration LEAST_TTL = Duration.ofSeconds(10);

  /** Of the documents of the lists that are kept: an issuer elsewhere decides how long one is. */
  private static final int MOST_BYTES = 16 << 20;

  private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,7}");
  private static final Pattern TTL = Pattern.compile("[0-9]{1,12}");

  private final RemoteDocuments documents;
  private final ExamineCredential examine;
  private final TokenListJwts jwts;
  private final CryptoWorkers compute;
  private final Cache<String, Kept> kept =
      Caffeine.newBuilder()
          .maximumWeight(MOST_BYTES)
          .weigher((String address, Kept list) -> address.length() + list.bytes())
          .executor(Runnable::run)
          .build();

  ForeignStatusLists(
      RemoteDocuments documents,
      ExamineCredential examine,
      TokenListJwts jwts,
      CryptoWorkers compute) {
    this.documents = documents;
    this.examine = examine;
    this.jwts = jwts;
    this.compute = compute;
  }

  /** An entry of a list of somebody else. */
  private record Entry(String address, int index, StatusPurpose purpose, ListDialect dialect) {}

  /**
   * A verified list.
   *
   * @param until nanoseconds until which it is not read again
   * @param bytes the length of its document
   */
  private record Kept(Verified list, long until, int bytes) {}

  /** A list that does not count. */
  private static final class InvalidList extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidList(String what) {
      super("status.list-invalid:" + what, null, false, false);
    }
  }

  @Override
  public Future<List<Check>> check(
      StatusEntry entry, StatusPurpose purpose, String issuer, Budget budget, Deadline deadline) {
    String index = entry.indexes().getFirst();
    Optional<ListDialect> dialect = entry.dialect();
    if (dialect.isEmpty() || !INDEX.matcher(index).matches()) {
      return Future.succeededFuture(List.of(unknown(purpose, "status.unknown")));
    }
    Entry wanted =
        new Entry(entry.lists().getFirst(), Integer.parseInt(index), purpose, dialect.get());
    return content(wanted, issuer, budget, deadline)
        .compose(list -> compute.run(deadline, () -> status(wanted, list, budget)))
        .map(status -> checks(wanted, status))
        .recover(failed -> unread(purpose, failed).map(List::of));
  }

  private Future<ListContent> content(
      Entry entry, String issuer, Budget budget, Deadline deadline) {
    Kept known = kept.getIfPresent(entry.address());
    boolean fresh = known != null && known.until() - System.nanoTime() > 0;
    Future<Verified> list =
        fresh
            ? again(entry, known.list(), budget, deadline)
            : read(entry, NEWEST, budget, deadline);
    return list.map(verified -> checked(entry, issuer, verified));
  }

  /** A kept list, which is verified again where its key is not what it was. */
  private Future<Verified> again(Entry entry, Verified list, Budget budget, Deadline deadline) {
    return examine
        .hasSameKeys(list, deadline)
        .compose(
            same ->
                same
                    ? examine.again(list, NONE, budget, deadline)
                    : read(entry, NEWEST, budget, deadline));
  }

  /** The list; read again where it is older than its {@code ttl} allows. */
  private Future<Verified> read(Entry entry, Duration newest, Budget budget, Deadline deadline) {
    return documents
        .read(entry.address(), newest, deadline)
        .compose(
            document -> {
              long now = System.nanoTime();
              return verified(entry, document, budget, deadline)
                  .compose(
                      list -> {
                        Duration left = ttl(list).minus(document.age());
                        if (left.isNegative() && ttl(list).compareTo(newest) < 0) {
                          return read(entry, ttl(list), budget, deadline);
                        }
                        keep(
                            entry.address(),
                            new Kept(list, now + left.toNanos(), document.content().length));
                        return Future.succeededFuture(list);
                      });
            });
  }

  private Future<Verified> verified(
      Entry entry, RemoteDocument document, Budget budget, Deadline deadline) {
    if (entry.dialect() == ListDialect.TOKEN) {
      String text = new String(document.content(), StandardCharsets.ISO_8859_1).strip();
      return examine.jwt(jwts, text, NONE, budget, deadline);
    }
    return compute
        .run(deadline, () -> examine.parts(parsed(document)))
        .compose(parts -> examine.document(parts, NONE, budget, deadline));
  }

  private void keep(String address, Kept list) {
    if (list.list().isVerified()) {
      kept.put(address, list);
    }
  }

  private static ObjectNode parsed(RemoteDocument document) {
    try {
      if (Json.parse(JsonBytes.of(document.content())) instanceof ObjectNode credential) {
        return credential;
      }
    } catch (FailureException e) {
      // Not JSON, or beyond the limits of what is read.
    }
    throw new InvalidList("form");
  }

  private static ListContent checked(Entry entry, String issuer, Verified list) {
    if (!list.isVerified()) {
      Check failed =
          list.checks().stream()
              .filter(check -> check.status() != Status.OK)
              .findFirst()
              .orElseThrow();
      throw new InvalidList(failed.check());
    }
    if (!issuer.equals(list.terms().issuer())) {
      throw new InvalidList("issuer");
    }
    if (!entry.address().equals(list.terms().id())) {
      throw new InvalidList("address");
    }
    List<ListContent> contents = list.terms().lists();
    boolean typed =
        list.terms().types().contains(entry.dialect().credentialType())
            && contents.size() == 1
            && contents.getFirst().types().contains(entry.dialect().listType())
            && contents.getFirst().encoded().size() == 1;
    if (!typed) {
      throw new InvalidList("type");
    }
    if (!contents.getFirst().purposes().contains(entry.purpose().text())) {
      throw new InvalidList("purpose");
    }
    return contents.getFirst();
  }

  /** From 10 seconds to 5 minutes. */
  private static Duration ttl(Verified list) {
    List<String> ttls =
        list.terms() == null
            ? List.of()
            : list.terms().lists().stream().flatMap(one -> one.ttls().stream()).toList();
    if (ttls.size() != 1 || !TTL.matcher(ttls.getFirst()).matches()) {
      return NEWEST;
    }
    long millis = Long.parseLong(ttls.getFirst());
    return Duration.ofMillis(Math.clamp(millis, LEAST_TTL.toMillis(), NEWEST.toMillis()));
  }

  private static int status(Entry entry, ListContent list, Budget budget) {
    try {
      return EncodedList.status(
              list.encoded().getFirst(), entry.dialect(), list.bits(), entry.index(), budget)
          .orElseThrow(() -> new InvalidList("index"));
    } catch (IllegalArgumentException e) {
      throw new InvalidList("list");
    }
  }

  private static List<Check> checks(Entry entry, int status) {
    StatusPurpose purpose = entry.purpose();
    if (entry.dialect() == ListDialect.TOKEN) {
      return TokenStatuses.checks(status);
    }
    return List.of(
        status == 0
            ? new Check(purpose.text(), Status.OK, null)
            : new Check(purpose.text(), Status.NOK, purpose.reason()));
  }

  private static Future<Check> unread(StatusPurpose purpose, Throwable failed) {
    return switch (failed) {
      case InvalidList invalid -> Future.succeededFuture(unknown(purpose, invalid.getMessage()));
      case NotFetched refused when refused.forbidden() ->
          Future.succeededFuture(unknown(purpose, ReadStatuses.LIST_FOREIGN));
      case NotFetched refused ->
          Future.succeededFuture(unknown(purpose, "status.list-unavailable:" + refused.code()));
      case FailureException spent when spent.failure().kind() == FailureKind.INVALID ->
          Future.succeededFuture(unknown(purpose, "status.list-invalid:limit"));
      default -> Future.failedFuture(failed);
    };
  }

  private static Check unknown(StatusPurpose purpose, String reason) {
    return new Check(purpose.text(), Status.UNKNOWN, reason);
  }
}
