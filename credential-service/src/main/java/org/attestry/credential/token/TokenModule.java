package org.attestry.credential.token;

import static org.attestry.contracts.credential.WalletOperations.ISSUE_ACCESS_TOKEN;
import static org.attestry.contracts.credential.WalletOperations.READ_AUTHORIZATION_METADATA;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.attestry.credential.CredentialConfig;
import org.attestry.credential.Resources;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.jose.WalletJwts;
import org.attestry.credential.offer.OfferModule;
import org.attestry.runtime.async.PeriodicJob;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.service.ServiceModule;

/** Access tokens of wallets. */
public record TokenModule(
    Resources resources,
    OfferModule offers,
    PgTokens tokens,
    WalletProofs proofs,
    WalletAddresses addresses,
    WalletAccess access)
    implements ServiceModule {

  private static final Duration DELETING = Duration.ofMinutes(10);

  public static TokenModule of(Resources resources, OfferModule offers) {
    CredentialConfig config = resources.config();
    PgTokens tokens = new PgTokens(resources.database());
    WalletProofs proofs = new WalletJwts();
    return new TokenModule(
        resources,
        offers,
        tokens,
        proofs,
        new WalletAddresses(config.publicBase(), config.wallet().authorizationServer()),
        new WalletAccess(tokens, proofs, resources.verifying(), resources.clock()));
  }

  @Override
  public void bind(BusServer server) {
    CredentialConfig.Wallet settings = resources.config().wallet();
    CryptoWorkers compute = resources.verifying();
    Clock clock = resources.clock();
    ClientAttestations attestations = resources.config().clientAttestations(clock);
    PgRefreshTokens refreshTokens = new PgRefreshTokens(resources.database());
    IssueAccessToken issue =
        new IssueAccessToken(
            new RedeemCode(
                offers.offers(),
                tokens,
                refreshTokens,
                offers.standing(),
                clock,
                settings.tokenLife(),
                settings.refreshLife()),
            new RenewAccess(
                offers.offers(), refreshTokens, offers.standing(), clock, settings.tokenLife()),
            access,
            new ClientAuthentication(
                settings.clientKeys(), attestations, tokens, proofs, addresses, compute, clock),
            addresses,
            compute,
            clock);
    server
        .bind(
            READ_AUTHORIZATION_METADATA,
            new ReadAuthorizationMetadata(addresses, proofs, !attestations.isEmpty())::handle)
        .bind(ISSUE_ACCESS_TOKEN, issue::handle);
  }

  @Override
  public List<PeriodicJob> jobs() {
    return List.of(
        new PeriodicJob(
            resources.vertx(),
            "delete ended offers",
            DELETING,
            () -> tokens.deleteEnded(resources.clock().instant())));
  }
}
