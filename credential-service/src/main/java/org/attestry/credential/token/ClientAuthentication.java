package org.attestry.credential.token;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.CallContext;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.token.WalletProofs.ClientProof;
import org.attestry.runtime.identifier.Sha256;

/**
 * Checks the authentication of wallets as clients of OAuth by {@code private_key_jwt} (RFC 7523).
 * It is optional, because the code of an offer gives a wallet its right.
 *
 * @param clients the JWK Set of each client, by its id
 */
public record ClientAuthentication(
    Map<String, JsonNode> clients,
    PgTokens store,
    WalletProofs proofs,
    WalletAddresses addresses,
    CryptoWorkers compute,
    Clock clock) {

  private static final String TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

  public ClientAuthentication {
    clients = Map.copyOf(clients);
  }

  /**
   * @param fields of the request
   * @return the client; null for none; fails with a {@link WalletRefusal}
   */
  Future<String> check(Map<String, String> fields, CallContext context) {
    String assertion = fields.get("client_assertion");
    String type = fields.get("client_assertion_type");
    if (assertion == null && type == null) {
      return Future.succeededFuture();
    }
    if (assertion == null || !TYPE.equals(type)) {
      throw WalletRefusal.ofClient("Send a client_assertion, with the type %s.".formatted(TYPE));
    }
    return compute
        .run(
            context.deadline(),
            () ->
                proofs.clientAssertion(
                    assertion,
                    clients,
                    Set.of(addresses.publicBase(), addresses.token()),
                    clock.instant()))
        .compose(proof -> useOnce(proof, fields.get("client_id")));
  }

  private Future<String> useOnce(ClientProof proof, String named) {
    if (named != null && !named.equals(proof.client())) {
      throw WalletRefusal.ofClient("The client_id is not that of the client_assertion.");
    }
    String used = "client:" + proof.client() + ":" + proof.id();
    return store
        .use(List.of(Sha256.of(used)), proof.expires())
        .map(
            isNew -> {
              if (!isNew) {
                throw WalletRefusal.ofClient("This client_assertion was used before.");
              }
              return proof.client();
            });
  }
}
