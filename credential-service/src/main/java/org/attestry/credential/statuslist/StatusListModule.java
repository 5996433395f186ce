package org.attestry.credential.statuslist;

import static org.attestry.contracts.credential.CredentialOperations.READ_STATUS_LIST;
import static org.attestry.contracts.credential.CredentialOperations.READ_TOKEN_STATUS_LIST;

import io.vertx.core.Future;
import org.attestry.credential.CredentialConfig;
import org.attestry.credential.Resources;
import org.attestry.credential.jose.TokenListJwt;
import org.attestry.credential.key.KeyModule;
import org.attestry.credential.status.PgStatusStore;
import org.attestry.credential.status.StatusAddresses;
import org.attestry.credential.status.StatusAllocation;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.service.ServiceModule;

/** The status lists. */
public record StatusListModule(
    Resources resources,
    KeyModule keys,
    PgStatusStore store,
    StatusAddresses addresses,
    StatusAllocation allocation)
    implements ServiceModule {

  /** Stores the public address of the lists that are made from now on. */
  public static Future<StatusListModule> open(Resources resources, KeyModule keys) {
    PgStatusStore store = new PgStatusStore(resources.database(), resources.clock());
    CredentialConfig config = resources.config();
    return new PgPublicAddresses(
            resources.database(), config.publicBase(), config.formerPublicBases())
        .open()
        .map(
            addresses ->
                new StatusListModule(
                    resources, keys, store, addresses, new StatusAllocation(store)));
  }

  @Override
  public void bind(BusServer server) {
    ListCredentials credentials =
        new ListCredentials(addresses, keys.proofs(), keys.signer(), resources.signing());
    TokenLists tokens =
        new TokenLists(addresses, new TokenListJwt(), keys.signer(), resources.signing());
    ReadStatusList read =
        new ReadStatusList(
            addresses,
            new SignedStatusLists(
                store,
                keys.proofs(),
                credentials,
                (issuer, suite) -> keys.ring().listKey(issuer, suite.keyType()),
                resources.clock()),
            new SignedStatusLists(
                store,
                keys.proofs(),
                tokens,
                (issuer, suite) ->
                    keys.ring().listKey(issuer, TokenLists.PREFERRED_KEY, suite.keyType()),
                resources.clock()));
    server
        .bind(READ_STATUS_LIST, read::readStatusList)
        .bind(READ_TOKEN_STATUS_LIST, read::readTokenStatusList);
  }
}
