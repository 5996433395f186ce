package org.attestry.credential.statuslist;

import static org.attestry.contracts.credential.CredentialOperations.READ_STATUS_LIST;
import static org.attestry.contracts.credential.CredentialOperations.READ_TOKEN_STATUS_LIST;

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

  public static StatusListModule of(Resources resources, KeyModule keys) {
    PgStatusStore store = new PgStatusStore(resources.database(), resources.clock());
    return new StatusListModule(
        resources,
        keys,
        store,
        new StatusAddresses(resources.config().publicBase()),
        new StatusAllocation(store));
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
