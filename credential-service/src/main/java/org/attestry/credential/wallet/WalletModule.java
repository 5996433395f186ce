package org.attestry.credential.wallet;

import static org.attestry.contracts.credential.WalletOperations.ISSUE_COPIES;
import static org.attestry.contracts.credential.WalletOperations.ISSUE_DEFERRED_COPIES;
import static org.attestry.contracts.credential.WalletOperations.ISSUE_NONCE;
import static org.attestry.contracts.credential.WalletOperations.NOTIFY_ISSUER;
import static org.attestry.contracts.credential.WalletOperations.READ_ISSUER_METADATA;

import java.time.Clock;
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
import org.attestry.credential.key.KeyModule;
import org.attestry.credential.offer.OfferModule;
import org.attestry.credential.token.TokenModule;
import org.attestry.credential.token.WalletAddresses;
import org.attestry.credential.verify.VerifyModule;
import org.attestry.credential.verify.VerifyPresented;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.service.ServiceModule;

/** What wallets request of the credential issuer. */
public record WalletModule(
    Resources resources,
    KeyModule keys,
    IssueModule issue,
    VerifyModule verify,
    OfferModule offers,
    TokenModule tokens,
    PgWallets wallets)
    implements ServiceModule {

  public static WalletModule of(
      Resources resources,
      KeyModule keys,
      IssueModule issue,
      VerifyModule verify,
      OfferModule offers,
      TokenModule tokens) {
    return new WalletModule(
        resources, keys, issue, verify, offers, tokens, new PgWallets(resources.database()));
  }

  @Override
  public void bind(BusServer server) {
    CredentialConfig config = resources.config();
    CryptoWorkers compute = resources.verifying();
    Clock clock = resources.clock();
    WalletEncryption encryption = new WalletJwe(DerivedKeys.requestEncryption(config.masterKeys()));
    Nonces nonces = new SignedNonces(config.masterKeys());
    WalletAddresses at = tokens.addresses();
    OwnCredentials own =
        new OwnCredentials(
            config.wallet().scope(),
            tokens.tokens(),
            tokens.access(),
            offers.registry(),
            new BusPublishedTemplates(resources.client()),
            compute,
            clock);
    ReadIssuerMetadata metadata =
        new ReadIssuerMetadata(
            config.wallet().scope(),
            new BusPublishedTypes(resources.client()),
            offers.documents(),
            at,
            keys.issuers(),
            keys.proofs(),
            tokens.proofs(),
            encryption,
            keys.ring(),
            keys.signer(),
            compute,
            clock);
    CopyIssuance issuance =
        new CopyIssuance(wallets, offers.standing(), signCopies(), encryption, compute, clock);
    IssueCopies copies =
        new IssueCopies(
            tokens.tokens(),
            tokens.access(),
            own,
            tokens.proofs(),
            new PresentationProofs(
                new VerifyPresented(verify.verify(), verify.presentations(), compute),
                tokens.proofs(),
                compute),
            encryption,
            nonces,
            offers.documents(),
            at,
            issuance,
            compute,
            clock);
    IssueDeferredCopies deferred =
        new IssueDeferredCopies(wallets, tokens.access(), own, encryption, at, issuance, compute);
    server
        .bind(READ_ISSUER_METADATA, metadata::handle)
        .bind(ISSUE_NONCE, new IssueNonce(nonces, clock)::handle)
        .bind(ISSUE_COPIES, copies::handle)
        .bind(ISSUE_DEFERRED_COPIES, deferred::handle)
        .bind(NOTIFY_ISSUER, new NotifyIssuer(wallets, tokens.access(), at)::handle);
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
}
