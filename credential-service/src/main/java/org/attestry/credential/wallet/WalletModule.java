package org.attestry.credential.wallet;

import static org.attestry.contracts.credential.WalletOperations.ISSUE_ACCESS_TOKEN;
import static org.attestry.contracts.credential.WalletOperations.ISSUE_COPIES;
import static org.attestry.contracts.credential.WalletOperations.ISSUE_DEFERRED_COPIES;
import static org.attestry.contracts.credential.WalletOperations.ISSUE_NONCE;
import static org.attestry.contracts.credential.WalletOperations.NOTIFY_ISSUER;
import static org.attestry.contracts.credential.WalletOperations.READ_AUTHORIZATION_METADATA;
import static org.attestry.contracts.credential.WalletOperations.READ_ISSUER_METADATA;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.attestry.credential.CredentialConfig;
import org.attestry.credential.Resources;
import org.attestry.credential.bus.BusPublishedTemplates;
import org.attestry.credential.bus.BusPublishedTypes;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.crypto.DerivedKeys;
import org.attestry.credential.crypto.SignedNonces;
import org.attestry.credential.issue.IssueModule;
import org.attestry.credential.issue.SignCopies;
import org.attestry.credential.jose.WalletJwe;
import org.attestry.credential.jose.WalletJwts;
import org.attestry.credential.key.KeyModule;
import org.attestry.credential.offer.OfferModule;
import org.attestry.runtime.async.PeriodicJob;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.service.ServiceModule;

/** What wallets request. */
public record WalletModule(
    Resources resources, KeyModule keys, IssueModule issue, OfferModule offers, PgWallets wallets)
    implements ServiceModule {

  private static final Duration DELETING = Duration.ofMinutes(10);

  public static WalletModule of(
      Resources resources, KeyModule keys, IssueModule issue, OfferModule offers) {
    return new WalletModule(resources, keys, issue, offers, new PgWallets(resources.database()));
  }

  @Override
  public void bind(BusServer server) {
    CredentialConfig config = resources.config();
    CryptoWorkers compute = resources.verifying();
    Clock clock = resources.clock();
    WalletProofs proofs = new WalletJwts();
    WalletEncryption encryption = new WalletJwe(DerivedKeys.requestEncryption(config.masterKeys()));
    Nonces nonces = new SignedNonces(config.masterKeys());
    WalletAddresses at =
        new WalletAddresses(config.publicBase(), config.wallet().authorizationServer());
    WalletAccess access = new WalletAccess(wallets, proofs, compute, clock);
    OwnCredentials own =
        new OwnCredentials(
            config.wallet().scope(),
            wallets,
            access,
            offers.registry(),
            new BusPublishedTemplates(resources.client()),
            compute,
            clock);
    ReadWalletMetadata metadata =
        new ReadWalletMetadata(
            config.wallet().scope(),
            new BusPublishedTypes(resources.client()),
            offers.documents(),
            at,
            keys.issuers(),
            keys.proofs(),
            proofs,
            encryption,
            keys.ring(),
            keys.signer(),
            compute,
            clock);
    IssueAccessToken tokens =
        new IssueAccessToken(
            offers.offers(),
            wallets,
            offers.standing(),
            access,
            new ClientAuthentication(
                config.wallet().clientKeys(), wallets, proofs, at, compute, clock),
            at,
            compute,
            clock,
            config.wallet().tokenLife());
    CopyIssuance issuance =
        new CopyIssuance(wallets, offers.standing(), signCopies(), encryption, compute, clock);
    IssueCopies copies =
        new IssueCopies(
            wallets,
            access,
            own,
            proofs,
            encryption,
            nonces,
            offers.documents(),
            at,
            issuance,
            compute,
            clock);
    IssueDeferredCopies deferred =
        new IssueDeferredCopies(wallets, access, own, encryption, at, issuance, compute);
    server
        .bind(READ_ISSUER_METADATA, metadata::readIssuerMetadata)
        .bind(READ_AUTHORIZATION_METADATA, metadata::readAuthorizationMetadata)
        .bind(ISSUE_ACCESS_TOKEN, tokens::handle)
        .bind(ISSUE_NONCE, new IssueNonce(nonces, clock)::handle)
        .bind(ISSUE_COPIES, copies::handle)
        .bind(ISSUE_DEFERRED_COPIES, deferred::handle)
        .bind(NOTIFY_ISSUER, new NotifyIssuer(wallets, access, at)::handle);
  }

  private SignCopies signCopies() {
    return new SignCopies(
        issue.issued(),
        issue.sdJwts(),
        keys.signer(),
        issue.lists().allocation(),
        issue.lists().addresses(),
        resources.clock());
  }

  @Override
  public List<PeriodicJob> jobs() {
    return List.of(
        new PeriodicJob(
            resources.vertx(),
            "delete ended offers",
            DELETING,
            () -> wallets.deleteEnded(resources.clock().instant())));
  }
}
