package org.attestry.credential.offer;

import static org.attestry.contracts.credential.OfferOperations.CREATE_OFFER;
import static org.attestry.contracts.credential.OfferOperations.READ_OFFER;
import static org.attestry.contracts.credential.OfferOperations.WITHDRAW_OFFER;
import static org.attestry.contracts.credential.WalletOperations.READ_CREDENTIAL_OFFER;

import org.attestry.credential.Resources;
import org.attestry.credential.bus.BusOfferedCredentials;
import org.attestry.credential.bus.BusPublishedTemplates;
import org.attestry.credential.key.KeyModule;
import org.attestry.credential.rendering.QrImages;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.service.ServiceModule;

/** Offers of credentials to wallets. */
public record OfferModule(
    Resources resources,
    PgOffers offers,
    OfferedCredentials registry,
    OfferStanding standing,
    OfferDocument documents)
    implements ServiceModule {

  public static OfferModule of(Resources resources, KeyModule keys) {
    OfferedCredentials registry = new BusOfferedCredentials(resources.client());
    PgOffers offers = new PgOffers(resources.database());
    return new OfferModule(
        resources,
        offers,
        registry,
        new OfferStanding(registry, offers, resources.verifying(), resources.clock()),
        new OfferDocument(
            resources.config().publicBase(),
            resources.config().wallet().authorizationServer(),
            keys.issuers()));
  }

  @Override
  public void bind(BusServer server) {
    ManageOffers manage =
        new ManageOffers(
            offers,
            registry,
            new BusPublishedTemplates(resources.client()),
            documents,
            resources.config().wallet().limits(),
            new QrImages(),
            resources.verifying(),
            resources.clock());
    server
        .bind(CREATE_OFFER, manage::createOffer)
        .bind(READ_OFFER, manage::readOffer)
        .bind(WITHDRAW_OFFER, manage::withdrawOffer)
        .bind(READ_CREDENTIAL_OFFER, manage::readCredentialOffer);
  }
}
