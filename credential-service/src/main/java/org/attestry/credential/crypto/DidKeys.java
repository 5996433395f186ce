package org.attestry.credential.crypto;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.issuer.ForeignKeys;
import org.attestry.credential.issuer.FoundKey;
import org.attestry.credential.issuer.KeyPurpose;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.verify.RemoteDocuments;
import org.attestry.credential.verify.RemoteDocuments.NotFetched;
import org.attestry.credential.verify.RemoteDocuments.RemoteDocument;
import org.attestry.runtime.json.Json;

/**
 * Keys of the DID methods did:key and did:jwk (the key is in the DID) and did:web (W3C CCG did:web
 * method: the document is at an https address).
 */
public record DidKeys(RemoteDocuments documents, CryptoWorkers compute, Clock clock)
    implements ForeignKeys {

  private static final String WEB = "did:web:";

  /** Maximum age of a cached DID document. */
  private static final Duration NEWEST = Duration.ofMinutes(5);

  /** Maximum age of a cached document that lacks the key. A key that is new is found after it. */
  private static final Duration NEWEST_WITHOUT_KEY = Duration.ofSeconds(10);

  private static final Pattern WEB_DID =
      Pattern.compile("did:web:([A-Za-z0-9.-]{1,253})(?:%3[Aa]([0-9]{1,5}))?((?::[^:/?#]+)*)");
  private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9._~-]+");
  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1");

  /** The requested key of a document. */
  private record Wanted(String did, String method, KeyPurpose purpose) {}

  @Override
  public boolean isSelfContained(String did) {
    return SelfCertifyingDid.is(did);
  }

  @Override
  public Future<FoundKey> find(String verificationMethod, KeyPurpose purpose, Deadline deadline) {
    String did = verificationMethod.substring(0, verificationMethod.indexOf('#'));
    if (SelfCertifyingDid.is(did)) {
      return compute.run(deadline, () -> heldBy(did, verificationMethod));
    }
    if (!did.startsWith(WEB)) {
      return Future.succeededFuture(FoundKey.unknown("did.unsupported"));
    }
    return address(did)
        .map(
            address ->
                fetched(address, new Wanted(did, verificationMethod, purpose), NEWEST, deadline))
        .orElseGet(() -> Future.succeededFuture(invalid("identifier")));
  }

  private static FoundKey heldBy(String did, String verificationMethod) {
    try {
      SelfCertifyingDid held = SelfCertifyingDid.of(did);
      return held.method().equals(verificationMethod)
          ? found(did, verificationMethod, held.key(), SigningTime.UNKNOWN)
          : invalid("method-unknown");
    } catch (IllegalArgumentException e) {
      return invalid("key");
    }
  }

  /**
   * Returns the address of a did:web's document. It is http for this machine, as in local suites.
   */
  private static Optional<String> address(String did) {
    Matcher parts = WEB_DID.matcher(did);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String scheme = THIS_MACHINE.contains(parts.group(1)) ? "http" : "https";
    String port = parts.group(2) == null ? "" : ":" + parts.group(2);
    StringBuilder path = new StringBuilder();
    for (String segment : parts.group(3).split(":")) {
      if (!segment.isEmpty()) {
        String plain = decoded(segment);
        if (!SEGMENT.matcher(plain).matches() || plain.matches("\\.+")) {
          return Optional.empty();
        }
        path.append('/').append(plain);
      }
    }
    String document = path.isEmpty() ? "/.well-known/did.json" : path + "/did.json";
    return Optional.of(scheme + "://" + parts.group(1) + port + document);
  }

  private static String decoded(String segment) {
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  private Future<FoundKey> fetched(
      String address, Wanted wanted, Duration newest, Deadline deadline) {
    return documents
        .read(address, newest, deadline)
        .compose(
            document ->
                compute
                    .run(deadline, () -> ofDocument(document, wanted))
                    .compose(
                        found ->
                            found.key() == null && document.age().compareTo(NEWEST_WITHOUT_KEY) > 0
                                ? fetched(address, wanted, NEWEST_WITHOUT_KEY, deadline)
                                : Future.succeededFuture(found)))
        .recover(
            failed ->
                failed instanceof NotFetched refused
                    ? Future.succeededFuture(FoundKey.unknown("did.unresolved:" + refused.code()))
                    : Future.failedFuture(failed));
  }

  private FoundKey ofDocument(RemoteDocument document, Wanted wanted) {
    try {
      JsonNode read = Json.parse(JsonBytes.of(document.content()));
      ForeignDidDocument.Method one =
          new ForeignDidDocument(wanted.did(), read).method(wanted.method(), wanted.purpose());
      SigningTime signing = new SigningTime(null, one.expires());
      FoundKey found = found(wanted.did(), wanted.method(), one.key(), signing);
      boolean revoked = one.revoked() != null && !one.revoked().isAfter(clock.instant());
      return revoked ? FoundKey.of(found.key().revoked()) : found;
    } catch (FailureException e) {
      return invalid("document");
    } catch (ForeignDidDocument.InvalidException e) {
      return invalid(e.what());
    }
  }

  private static FoundKey found(String did, String method, PublicKey key, SigningTime signing) {
    return FoundKey.of(
        new VerificationKey(
            method, did, KeyState.VERIFY_ONLY, key, PemKeys.write(key), Set.of(), signing));
  }

  private static FoundKey invalid(String what) {
    return FoundKey.unknown("did.invalid:" + what);
  }
}
