package org.attestry.credential.wallet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.credential.CredentialOperations.PublicDocument;
import org.attestry.contracts.credential.WalletOperations.ReadAuthorizationMetadataRequest;
import org.attestry.contracts.credential.WalletOperations.ReadIssuerMetadataRequest;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.contracts.schema.TypesView;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyRing;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.Signer;
import org.attestry.credential.offer.OfferDocument;
import org.attestry.credential.proof.Proofs;
import org.attestry.runtime.json.Json;

/**
 * The metadata of credential issuers and of the authorization server. It is cached until the
 * published types change, which each request checks. Used on one event loop.
 */
public final class ReadWalletMetadata {

  private final PublishedTypes types;
  private final IssuerMetadata metadata;
  private final OfferDocument documents;
  private final WalletAddresses addresses;
  private final Issuers issuers;
  private final KeyRing keys;
  private final KeyType keyType;
  private final Signer signer;
  private final WalletProofs proofs;
  private final CryptoWorkers compute;
  private final Clock clock;
  private Written written = new Written(null, Map.of());

  public ReadWalletMetadata(
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
    this.addresses = addresses;
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

  /** Fails NOT_FOUND for an issuer that is not registered here. */
  public Future<WalletReply> readIssuerMetadata(
      ReadIssuerMetadataRequest request, CallContext context) {
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
            key ->
                signer.sign(
                    key,
                    () -> proofs.metadata(claims(document, name, did), key),
                    compute,
                    context.deadline()))
        .map(WalletReplies::jwt);
  }

  private ObjectNode claims(ObjectNode document, String name, String did) {
    return document
        .deepCopy()
        .put("iss", did)
        .put("sub", documents.credentialIssuerOf(name))
        .put("iat", clock.instant().getEpochSecond());
  }

  /** Returns the metadata of the authorization server, which only redeems pre-authorized codes. */
  public Future<PublicDocument> readAuthorizationMetadata(
      ReadAuthorizationMetadataRequest request, CallContext context) {
    ObjectNode document =
        Json.object()
            .put("issuer", addresses.publicBase())
            .put("token_endpoint", addresses.token());
    addresses
        .authorizationEndpoint()
        .ifPresent(address -> document.put("authorization_endpoint", address));
    document.putArray("response_types_supported");
    document.putArray("grant_types_supported").add(OfferDocument.GRANT);
    document.putArray("token_endpoint_auth_methods_supported").add("none").add("private_key_jwt");
    List<String> algorithms = proofs.algorithms();
    algorithms.forEach(document.putArray("token_endpoint_auth_signing_alg_values_supported")::add);
    algorithms.forEach(document.putArray("dpop_signing_alg_values_supported")::add);
    document.put("pre-authorized_grant_anonymous_access_supported", true);
    return Future.succeededFuture(new PublicDocument(Json.write(document)));
  }
}
