package org.attestry.credential.wallet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.credential.WalletOperations.ReadIssuerMetadataRequest;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.contracts.schema.TypesView;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyRing;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.Signer;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.offer.OfferDocument;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.token.WalletAddresses;
import org.attestry.credential.token.WalletProofs;
import org.attestry.credential.token.WalletReplies;

/**
 * The metadata of credential issuers. It is cached until the published types change, which each
 * request checks; a signature for a minute at most. Used on one event loop.
 */
public final class ReadIssuerMetadata {

  private static final Duration SIGNED_FOR = Duration.ofMinutes(1);

  private final PublishedTypes types;
  private final IssuerMetadata metadata;
  private final OfferDocument documents;
  private final Issuers issuers;
  private final KeyRing keys;
  private final KeyType keyType;
  private final Signer signer;
  private final WalletProofs proofs;
  private final CryptoWorkers compute;
  private final Clock clock;
  private final Map<String, Signed> signed = new HashMap<>();
  private Written written = new Written(null, Map.of());

  public ReadIssuerMetadata(
      String scope,
      PublishedTypes types,
      OfferDocument documents,
      WalletAddresses addresses,
      Issuers issuers,
      Proofs suites,
      WalletProofs proofs,
      WalletEncryption encryption,
      KeyRing keys,
      Signer signer,
      CryptoWorkers compute,
      Clock clock) {
    this.types = types;
    this.metadata =
        new IssuerMetadata(scope, documents, addresses, issuers, suites, proofs, encryption);
    this.documents = documents;
    this.issuers = issuers;
    this.keys = keys;
    this.keyType = suites.suite().keyType();
    this.signer = signer;
    this.proofs = proofs;
    this.compute = compute;
    this.clock = clock;
  }

  /** The metadata of an issuer, and the reply with it. */
  private record Metadata(ObjectNode document, WalletReply reply) {

    static Metadata of(ObjectNode document) {
      return new Metadata(document, WalletReplies.json(document));
    }
  }

  /**
   * @param fingerprint of the types, or null
   * @param all by the name of the issuer, empty for the default one
   */
  private record Written(String fingerprint, Map<String, Metadata> all) {}

  /**
   * Signed metadata.
   *
   * @param until when it is signed again
   */
  private record Signed(ObjectNode document, StoredKey key, Instant until, WalletReply reply) {

    boolean isStill(ObjectNode now, StoredKey signingKey, Instant time) {
      return until.isAfter(time)
          && key.verificationMethod().equals(signingKey.verificationMethod())
          && document.equals(now);
    }
  }

  /** Fails NOT_FOUND for an issuer that is not registered here. */
  public Future<WalletReply> handle(ReadIssuerMetadataRequest request, CallContext context) {
    String did = issuers.didOf(request.issuer());
    return written(context)
        .compose(
            now ->
                Optional.ofNullable(now.all.get(Objects.requireNonNullElse(request.issuer(), "")))
                    .map(Future::succeededFuture)
                    .orElseGet(() -> withoutTypes(request.issuer(), did)))
        .compose(
            read ->
                request.signed()
                    ? signed(read.document(), request.issuer(), did, context)
                    : Future.succeededFuture(read.reply()));
  }

  private Future<Written> written(CallContext context) {
    return types
        .changedSince(written.fingerprint, context.asNobody())
        .compose(
            now ->
                Objects.equals(now.fingerprint(), written.fingerprint)
                    ? Future.succeededFuture(written)
                    : write(now, context));
  }

  private Future<Written> write(TypesView now, CallContext context) {
    return compute
        .run(
            context.deadline(),
            () -> {
              Map<String, Metadata> all = new HashMap<>();
              metadata.of(now).forEach((name, one) -> all.put(name, Metadata.of(one)));
              return new Written(now.fingerprint(), all);
            })
        .onSuccess(done -> written = done);
  }

  private Future<Metadata> withoutTypes(String name, String did) {
    return keys.findIssuer(did, keyType)
        .map(
            found -> {
              if (found.isEmpty()) {
                throw FailureException.notFound(
                    "credential.issuer.not-found", "There is no such issuer here.");
              }
              return Metadata.of(metadata.empty(name));
            });
  }

  private Future<WalletReply> signed(
      ObjectNode document, String name, String did, CallContext context) {
    return keys.signingKey(did, keyType)
        .compose(
            key -> {
              Instant now = clock.instant();
              Signed last = signed.get(did);
              return last != null && last.isStill(document, key, now)
                  ? Future.succeededFuture(last.reply())
                  : signer
                      .sign(
                          key,
                          () -> proofs.metadata(claims(document, name, did), key),
                          compute,
                          context.deadline())
                      .map(WalletReplies::jwt)
                      .onSuccess(
                          reply ->
                              signed.put(
                                  did, new Signed(document, key, now.plus(SIGNED_FOR), reply)));
            });
  }

  private ObjectNode claims(ObjectNode document, String name, String did) {
    return document
        .deepCopy()
        .put("iss", did)
        .put("sub", documents.credentialIssuerOf(name))
        .put("iat", clock.instant().getEpochSecond());
  }
}
