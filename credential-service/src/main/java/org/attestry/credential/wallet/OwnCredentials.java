package org.attestry.credential.wallet;

import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.credential.WalletOperations.AccessToken;
import org.attestry.contracts.registry.AttestationOperations.OwnCredential;
import org.attestry.contracts.schema.EntityType;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.context.PublishedTemplates;
import org.attestry.credential.issue.PublishedTemplate;
import org.attestry.credential.offer.CredentialConfiguration;
import org.attestry.credential.offer.Offer;
import org.attestry.credential.offer.OfferSecret;
import org.attestry.credential.offer.OfferedCredentials;
import org.attestry.credential.offer.OfferedForms;
import org.attestry.credential.token.PgTokens;
import org.attestry.credential.token.PgTokens.Grant;
import org.attestry.credential.token.PgTokens.Token;
import org.attestry.credential.token.WalletAccess;
import org.attestry.credential.token.WalletAccess.Granted;
import org.attestry.credential.token.WalletRefusal;
import org.attestry.runtime.identifier.Ids;

/**
 * The grants of the identity provider's access tokens (OpenID4VCI 1.0, section 3.4): the
 * credentials of the user's own records, if the token has the scope. The provider authenticates the
 * user, and the registry knows the owners of records.
 *
 * @param scope the scope that a token must have
 */
public record OwnCredentials(
    String scope,
    PgTokens store,
    WalletAccess access,
    OfferedCredentials registry,
    PublishedTemplates templates,
    CryptoWorkers compute,
    Clock clock) {

  /** The life of a grant, which is longer than that of the provider's access tokens. */
  private static final Duration LIFE = Duration.ofDays(1);

  /**
   * Returns the grant of the caller's token for a configuration.
   *
   * @param address of the request
   * @return fails with a {@link WalletRefusal}
   */
  Future<Granted> require(
      AccessToken sent, String address, String configuration, CallContext context) {
    return access
        .requireUser(sent, address, context)
        .compose(
            proved -> {
              if (!context.caller().consents().contains(scope)) {
                throw WalletRefusal.ofScope(scope);
              }
              CredentialConfiguration wanted =
                  CredentialConfiguration.of(configuration).orElseThrow(OwnCredentials::unknown);
              byte[] hash = hash(sent, wanted, context.caller().userId());
              return store
                  .findGrant(hash, clock.instant())
                  .compose(
                      known ->
                          known.isPresent()
                              ? Future.succeededFuture(known)
                              : open(sent, wanted, hash, context))
                  .map(found -> granted(found, hash));
            });
  }

  private static WalletRefusal unknown() {
    return WalletRefusal.of(
        "unknown_credential_configuration", "The metadata have no such credential configuration.");
  }

  /** Returns the key of the grant: a user's token gets copies of each configuration once. */
  private static byte[] hash(AccessToken sent, CredentialConfiguration wanted, String userId) {
    return OfferSecret.hash(
        "own:%s:%s:%s:%s".formatted(sent.token(), wanted.type(), wanted.policy(), userId));
  }

  private static Granted granted(Optional<Grant> found, byte[] hash) {
    return new Granted(found.orElseThrow(CopyIssuance::ended), hash);
  }

  private Future<Optional<Grant>> open(
      AccessToken sent, CredentialConfiguration wanted, byte[] hash, CallContext context) {
    return templates
        .type(wanted.type(), context.asNobody())
        .compose(
            type -> compute.run(context.deadline(), () -> template(type, wanted)),
            cause ->
                Future.failedFuture(
                    FailureException.isOf(cause, FailureKind.NOT_FOUND) ? unknown() : cause))
        .compose(
            template ->
                registry
                    .own(wanted.type(), wanted.policy(), context)
                    .map(found -> only(found.found()))
                    .map(one -> offer(one, template, context)))
        .compose(
            offer -> store.openOwn(offer, new Token(hash, sent.thumbprint(), offer.expiresAt())))
        .compose(opened -> store.findGrant(hash, clock.instant()));
  }

  private static PublishedTemplate template(EntityType type, CredentialConfiguration wanted) {
    return PublishedTemplate.of(type, wanted.policy())
        .filter(one -> OfferedForms.of(one).contains(wanted))
        .orElseThrow(OwnCredentials::unknown);
  }

  private static OwnCredential only(List<OwnCredential> found) {
    if (found.isEmpty()) {
      throw CopyIssuance.denied("You have no such credential.");
    }
    if (found.size() > 1) {
      throw CopyIssuance.denied(
          "You have several such credentials: make an offer of the one that you want.");
    }
    return found.getFirst();
  }

  private Offer offer(OwnCredential one, PublishedTemplate template, CallContext context) {
    Instant now = clock.instant();
    return new Offer(
        Ids.next(),
        OfferSecret.hash(OfferSecret.random()),
        null,
        0,
        null,
        null,
        null,
        template.type().name(),
        one.id(),
        template.policyName(),
        one.attestationId(),
        OfferedForms.issuer(template),
        OfferedCredentials.hash(one.owners()),
        context.caller().userId(),
        OfferedForms.of(template).stream().map(CredentialConfiguration::id).toList(),
        false,
        false,
        true,
        now,
        now.plus(LIFE),
        now,
        null,
        0);
  }
}
