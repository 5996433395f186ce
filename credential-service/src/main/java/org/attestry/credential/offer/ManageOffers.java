package org.attestry.credential.offer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.credential.CredentialOperations.PublicDocument;
import org.attestry.contracts.credential.OfferOperations.CreateOfferRequest;
import org.attestry.contracts.credential.OfferOperations.CreatedOffer;
import org.attestry.contracts.credential.OfferOperations.OfferView;
import org.attestry.contracts.credential.OfferOperations.QrImages;
import org.attestry.contracts.credential.OfferOperations.ReadOfferRequest;
import org.attestry.contracts.credential.OfferOperations.WithdrawOfferRequest;
import org.attestry.contracts.credential.WalletOperations.ReadCredentialOfferRequest;
import org.attestry.contracts.registry.AttestationOperations.OfferedCredential;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.call.QrCodes;
import org.attestry.credential.context.PublishedTemplates;
import org.attestry.credential.issue.CredentialFormat;
import org.attestry.credential.issue.PublishedTemplate;
import org.attestry.credential.stored.StoredCredential;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Ids;
import org.attestry.runtime.work.Sha256;

/**
 * Makes, reads and withdraws offers of credentials to wallets. Registry-service decides who may
 * offer a credential.
 */
public record ManageOffers(
    PgOffers offers,
    OfferedCredentials credentials,
    PublishedTemplates templates,
    OfferDocument documents,
    OfferLimits limits,
    QrCodes codes,
    CryptoWorkers compute,
    Clock clock) {

  /**
   * Fails CONFLICT for a credential that cannot be offered: without status, suspended, or with no
   * format that wallets have; RATE_LIMITED beyond the limits.
   */
  public Future<CreatedOffer> createOffer(CreateOfferRequest request, CallContext context) {
    requireWhole(request);
    return credentials
        .read(request.type(), request.id(), request.policy(), request.attestationId(), context)
        .compose(
            offered ->
                offerable(offered, context)
                    .compose(stored -> create(request, offered, stored, context)));
  }

  private static void requireWhole(CreateOfferRequest request) {
    if ((request.policy() == null) != (request.attestationId() == null)) {
      throw FailureException.invalid(
          "credential.offer.request",
          request.policy() == null ? "/policy" : "/attestationId",
          "required",
          "Name the policy and the attestation (attestationId) together, or neither.");
    }
  }

  private Future<StoredCredential> offerable(OfferedCredential offered, CallContext context) {
    return compute
        .run(context.deadline(), () -> Json.parse(offered.credential()))
        .compose(
            credential ->
                offers.findOfferable(id(credential), offered.credential(), clock.instant()))
        .map(found -> found.orElseThrow(ManageOffers::notOfferable));
  }

  private static String id(JsonNode credential) {
    return credential.path(credential.has("@id") ? "@id" : "id").asText();
  }

  private Future<CreatedOffer> create(
      CreateOfferRequest request,
      OfferedCredential offered,
      StoredCredential stored,
      CallContext context) {
    boolean coded =
        request.transactionCode() == null ? !offered.owned() : request.transactionCode();
    OfferSecret secret = OfferSecret.next();
    String code = coded ? OfferSecret.transactionCode() : null;
    return templates
        .type(request.type(), context)
        .compose(
            type ->
                compute.run(
                    context.deadline(),
                    () ->
                        configurations(
                            PublishedTemplate.of(type, request.policy()).stream().toList(),
                            stored)))
        .map(named -> offer(request, offered, stored, secret, code, named, context))
        .compose(
            offer ->
                offers
                    .insert(offer, limits)
                    .map(ManageOffers::requireStored)
                    .compose(done -> created(offer, secret, code, context)));
  }

  private static List<String> configurations(
      List<PublishedTemplate> template, StoredCredential stored) {
    Set<CredentialFormat> has =
        Json.read(stored.credential()) instanceof ObjectNode credential
            ? OfferedForms.of(credential)
            : Set.of();
    List<String> named =
        template.stream()
            .flatMap(one -> OfferedForms.of(one).stream())
            .filter(one -> has.contains(one.format()))
            .map(CredentialConfiguration::id)
            .toList();
    if (named.isEmpty()) {
      throw notOfferable();
    }
    return named;
  }

  private Offer offer(
      CreateOfferRequest request,
      OfferedCredential offered,
      StoredCredential stored,
      OfferSecret secret,
      String code,
      List<String> configurations,
      CallContext context) {
    Instant now = clock.instant();
    return new Offer(
        Ids.next(),
        OfferSecret.hash(secret.code()),
        code == null ? null : OfferSecret.hash(secret.code(), code),
        0,
        stored.id(),
        stored.credentialId(),
        Sha256.hex(stored.credential().utf8()),
        stored.entityType(),
        stored.entityId(),
        stored.attestationName(),
        request.attestationId(),
        stored.issuer(),
        OfferedCredentials.hash(offered.owners()),
        context.caller().userId(),
        configurations,
        true,
        now,
        now.plus(limits.life()),
        null,
        null,
        0);
  }

  private static Void requireStored(PgOffers.Outcome outcome) {
    return switch (outcome) {
      case STORED -> null;
      case TOO_MANY_OF_RECORD ->
          throw tooMany("This record has too many open offers; withdraw one, or wait for its end.");
      case TOO_MANY_OF_CALLER ->
          throw tooMany("You have too many open offers; withdraw some, or wait for their end.");
    };
  }

  private static FailureException tooMany(String message) {
    return FailureException.of(FailureKind.RATE_LIMITED, "credential.offer.too-many", message);
  }

  private static FailureException notOfferable() {
    return FailureException.conflict(
        "credential.offer.form",
        "A wallet can receive only a valid credential that has a status, is not suspended, and was"
            + " made with the published template; its template needs one credentialSubject.");
  }

  private Future<CreatedOffer> created(
      Offer offer, OfferSecret secret, String code, CallContext context) {
    String link = documents.link(secret);
    return compute.run(
        context.deadline(),
        () ->
            new CreatedOffer(
                offer.id().toString(),
                link,
                documents.address(secret),
                code,
                offer.configurations(),
                new QrImages(codes.svg(link), codes.png(link)),
                offer.expiresAt()));
  }

  /** Fails NOT_FOUND unless the caller made the offer or may offer the credential now. */
  public Future<OfferView> readOffer(ReadOfferRequest request, CallContext context) {
    return visible(request.id(), context).map(this::view);
  }

  /** Fails NOT_FOUND unless the caller made the offer or may offer the credential now. */
  public Future<OfferView> withdrawOffer(WithdrawOfferRequest request, CallContext context) {
    return visible(request.id(), context)
        .compose(
            offer ->
                offer.isOpen(clock.instant())
                    ? offers
                        .withdraw(offer.id(), clock.instant())
                        .compose(done -> visible(request.id(), context))
                    : Future.succeededFuture(offer))
        .map(this::view);
  }

  /** Returns the offer itself to the wallet with its secret; NOT_FOUND unless it is open. */
  public Future<PublicDocument> readCredentialOffer(
      ReadCredentialOfferRequest request, CallContext context) {
    return OfferSecret.read(request.secret())
        .map(
            secret ->
                offers
                    .findByCode(OfferSecret.hash(secret.code()), clock.instant())
                    .map(
                        found ->
                            found
                                .filter(offer -> offer.isOpen(clock.instant()))
                                .map(offer -> documents.of(offer, secret))
                                .map(Json::write)
                                .map(PublicDocument::new)
                                .orElseThrow(ManageOffers::unknown)))
        .orElseGet(() -> Future.failedFuture(unknown()));
  }

  private Future<Offer> visible(String id, CallContext context) {
    if (!context.caller().known()) {
      throw FailureException.of(
          FailureKind.UNAUTHENTICATED,
          "credential.offer.unauthenticated",
          "This operation needs a bearer token; get one and send it.");
    }
    UUID parsed = Ids.parse(id).orElseThrow(ManageOffers::unknown);
    return offers
        .find(parsed, clock.instant())
        .map(found -> found.orElseThrow(ManageOffers::unknown))
        .compose(offer -> requireVisible(offer, context));
  }

  private Future<Offer> requireVisible(Offer offer, CallContext context) {
    if (Objects.equals(offer.offeredBy(), context.caller().userId()) || context.caller().admin()) {
      return Future.succeededFuture(offer);
    }
    return credentials
        .read(offer.entityType(), offer.entityId(), offer.policy(), offer.attestationId(), context)
        .map(offer)
        .recover(
            cause ->
                FailureException.isOf(
                        cause, FailureKind.FORBIDDEN, FailureKind.NOT_FOUND, FailureKind.CONFLICT)
                    ? Future.failedFuture(unknown())
                    : Future.failedFuture(cause));
  }

  private OfferView view(Offer offer) {
    return new OfferView(
        offer.id().toString(),
        offer.state(clock.instant()),
        offer.entityType(),
        offer.entityId(),
        offer.policy(),
        offer.attestationId(),
        offer.createdAt(),
        offer.expiresAt(),
        offer.acceptedAt(),
        offer.copies());
  }

  private static FailureException unknown() {
    return FailureException.notFound(
        "credential.offer.not-found",
        "There is no such offer that you may see; it may have ended.");
  }
}
