package org.attestry.credential.issuer;

import static org.attestry.contracts.credential.IssuerOperations.CREATE_ISSUER;
import static org.attestry.contracts.credential.IssuerOperations.DISABLE_ISSUER;
import static org.attestry.contracts.credential.IssuerOperations.ENABLE_ISSUER;
import static org.attestry.contracts.credential.IssuerOperations.IMPORT_KEY;
import static org.attestry.contracts.credential.IssuerOperations.LIST_ISSUERS;
import static org.attestry.contracts.credential.IssuerOperations.LIST_KEYS;
import static org.attestry.contracts.credential.IssuerOperations.REGISTER_ISSUERS;
import static org.attestry.contracts.credential.IssuerOperations.REVOKE_KEY;
import static org.attestry.contracts.credential.IssuerOperations.ROTATE_KEY;

import org.attestry.credential.Resources;
import org.attestry.credential.key.KeyModule;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.service.ServiceModule;

/** Issuers and their keys, for admins. */
public record IssuerModule(Resources resources, KeyModule keys) implements ServiceModule {

  @Override
  public void bind(BusServer server) {
    CreateIssuer create = new CreateIssuer(keys.ring(), keys.issuers(), keys.type());
    RegisterIssuers register =
        new RegisterIssuers(keys.ring(), keys.proofs(), keys.issuers(), resources.signing());
    AdministerIssuers issuers =
        new AdministerIssuers(keys.store(), keys.ring(), keys.type(), resources.clock());
    ImportKey importKey =
        new ImportKey(keys.ring(), keys.store(), keys.vault(), resources.opening(), keys.issuers());
    AdministerKeys administered =
        new AdministerKeys(
            keys.store(), keys.ring(), keys.vault(), resources.opening(), resources.clock());
    server
        .bind(CREATE_ISSUER, create::handle)
        .bind(REGISTER_ISSUERS, register::handle)
        .bind(LIST_ISSUERS, issuers::listIssuers)
        .bind(DISABLE_ISSUER, issuers::disableIssuer)
        .bind(ENABLE_ISSUER, issuers::enableIssuer)
        .bind(IMPORT_KEY, importKey::handle)
        .bind(LIST_KEYS, administered::listKeys)
        .bind(ROTATE_KEY, administered::rotateKey)
        .bind(REVOKE_KEY, administered::revokeKey);
  }
}
