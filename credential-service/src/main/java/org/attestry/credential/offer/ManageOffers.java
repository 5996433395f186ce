package org.attestry.credential.offer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumSet;
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
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;

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
   * format that wallets have; RATE_LIMITED beyond the limits; INVALID if somebody other than the
   * owner allows renewal, or nobody could log in.
   */
  public Future<CreatedOffer> createOffer(CreateOfferRequest request, CallContext context) {
    requireWhole(request);
    return credentials
        .read(request.type(), request.id(), request.policy(), request.attestationId(), context)
        .map(offered -> requireOwner(request, offered))
        .map(offered -> requireLogin(request, offered))
        .compose(
            offered ->
                offered.credential() == null
                    ? create(request, offered, null, context)
                    : offerable(offered, context)
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

  private static OfferedCredential requireOwner(
      CreateOfferRequest request, OfferedCredential offered) {
    if (Boolean.TRUE.equals(request.refresh()) && !offered.owned()) {
      throw FailureException.invalid(
          "credential.offer.request",
          "/refresh",
          "owner",
          "Only the owner of the record lets a wallet renew its credential; offer it without"
              + " refresh.");
    }
    return offered;
  }

  private OfferedCredential requireLogin(CreateOfferRequest request, OfferedCredential offered) {
    boolean possible = documents.hasProvider() && !offered.owners().isEmpty();
    if (Boolean.TRUE.equals(request.login()) && !possible) {
      throw FailureException.invalid(
          "credential.offer.request",
          "/login",
          "provider",
          "Users of wallets log in for the credentials of their own records, where"
              + " WALLET_AUTHORIZATION_SERVER is set; offer it without login.");
    }
    return offered;
  }

  private Future<StoredCredential> offerable(OfferedCredential offered, CallContext context) {
    return compute
        .run(context.deadline(), () -> OfferStanding.id(offered.credential()))
        .compose(id -> offers.findOfferable(id, offered.credential(), clock.instant()))
        .map(found -> found.orElseThrow(ManageOffers::notOfferable));
  }

  /**
   * @param stored null while it is not signed yet
   */
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
                        Offered.of(
                            PublishedTemplate.of(type, request.policy())
                                .orElseThrow(ManageOffers::notOfferable),
                            stored)))
        .map(
            found -> {
              if (found.configurations().isEmpty()) {
                throw notOfferable();
              }
              return offer(request, offered, stored, secret, code, found, context);
            })
        .compose(
            offer ->
                offers
                    .insert(offer, limits)
                    .map(ManageOffers::requireStored)
                    .compose(done -> created(offer, secret, code, context)));
  }

  /** The configurations and the issuer of a credential's template. */
  private record Offered(List<String> configurations, String issuer) {

    /** Returns them; a credential that is not signed yet has the forms of its template. */
    static Offered of(PublishedTemplate template, StoredCredential stored) {
      Set<CredentialFormat> has =
          stored == null
              ? EnumSet.allOf(CredentialFormat.class)
              : Json.read(stored.credential()) instanceof ObjectNode credential
                  ? OfferedForms.of(credential)
                  : Set.of();
      return new Offered(
          OfferedForms.of(template).stream()
              .filter(one -> has.contains(one.format()))
              .map(CredentialConfiguration::id)
              .toList(),
          stored == null ? OfferedForms.issuer(template) : stored.issuer());
    }
  }

  private Offer offer(
      CreateOfferRequest request,
      OfferedCredential offered,
      StoredCredential stored,
      OfferSecret secret,
      String code,
      Offered found,
      CallContext context) {
    Instant now = clock.instant();
    return new Offer(
        Ids.next(),
        OfferSecret.hash(secret.code()),
        code == null ? null : OfferSecret.hash(secret.code(), code),
        0,
        stored == null ? null : stored.id(),
        stored == null ? null : stored.credentialId(),
        stored == null ? null : Sha256.hex(stored.credential().utf8()),
        request.type(),
        stored == null ? osid(request.id()) : stored.entityId(),
        request.policy(),
        request.attestationId(),
        found.issuer(),
        OfferedCredentials.hash(offered.owners()),
        context.caller().userId(),
        found.configurations(),
        Boolean.TRUE.equals(request.refresh()),
        Boolean.TRUE.equals(request.login()),
        true,
        now,
        now.plus(limits.life()),
        null,
        null,
        0);
  }

  /**
   * Returns an entity's id in the registry's form: in lower case, without the prefix of old
   * records.
   */
  private static String osid(String id) {
    return Ids.parse(Ids.bare(id)).orElseThrow().toString();
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
                offer.isOpen(clock.instant()) || offer.acceptedAt() != null && offer.refresh()
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
        offer.copies(),
        offer.refresh());
  }

  private static FailureException unknown() {
    return FailureException.notFound(
        "credential.offer.not-found",
        "There is no such offer that you may see; it may have ended.");
  }
}
