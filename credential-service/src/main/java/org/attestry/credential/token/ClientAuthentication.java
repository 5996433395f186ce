package org.attestry.credential.token;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.credential.WalletOperations.IssueAccessTokenRequest;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.token.ClientAttestations.AttestedClient;
import org.attestry.credential.token.WalletProofs.ClientProof;
import org.attestry.runtime.identifier.Sha256;

/**
 * Checks the authentication of wallets as clients of OAuth: by {@code private_key_jwt} (RFC 7523),
 * or by an attestation of their provider ({@code attest_jwt_client_auth}). It is optional, because
 * the code of an offer gives a wallet its right.
 *
 * @param clients the JWK Set of each client, by its id
 */
public record ClientAuthentication(
    Map<String, JsonNode> clients,
    ClientAttestations attestations,
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
   * @return a name of the client, or of the attested wallet; null for none; fails with a {@link
   *     WalletRefusal}
   */
  Future<String> check(IssueAccessTokenRequest request, CallContext context) {
    Map<String, String> fields = request.fields();
    boolean asserted =
        fields.containsKey("client_assertion") || fields.containsKey("client_assertion_type");
    boolean attested = !request.attestations().isEmpty() || !request.attestationProofs().isEmpty();
    if (asserted && attested) {
      throw WalletRefusal.ofClient("Authenticate the client by one method.");
    }
    if (asserted) {
      return checkAssertion(fields, context);
    }
    return attested ? checkAttestation(request, context) : Future.succeededFuture();
  }

  private Future<String> checkAssertion(Map<String, String> fields, CallContext context) {
    String assertion = fields.get("client_assertion");
    if (assertion == null || !TYPE.equals(fields.get("client_assertion_type"))) {
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
        .compose(proof -> useAssertion(proof, fields.get("client_id")));
  }

  private Future<String> useAssertion(ClientProof proof, String named) {
    requireSame(named, proof.client());
    return useOnce("client:" + proof.client() + ":" + proof.id(), proof.expires())
        .map("private_key_jwt:" + proof.client());
  }

  private Future<String> checkAttestation(IssueAccessTokenRequest request, CallContext context) {
    if (attestations.isEmpty()) {
      throw WalletRefusal.ofClient("No provider of wallets is known here; send no attestation.");
    }
    if (request.attestations().size() != 1 || request.attestationProofs().size() != 1) {
      throw WalletRefusal.ofClient(
          "Send the headers OAuth-Client-Attestation and OAuth-Client-Attestation-PoP once each.");
    }
    Instant now = clock.instant();
    return compute
        .run(
            context.deadline(),
            () ->
                attestations.verify(
                    request.attestations().getFirst(),
                    request.attestationProofs().getFirst(),
                    addresses.publicBase(),
                    now))
        .compose(client -> useProof(client, request.fields().get("client_id"), now));
  }

  private Future<String> useProof(AttestedClient client, String named, Instant now) {
    requireSame(named, client.client());
    return useOnce(
            "attested:" + client.thumbprint() + ":" + client.id(),
            now.plus(WalletAccess.SKEW).plus(WalletAccess.SKEW))
        .map("attest_jwt_client_auth:" + client.thumbprint() + ":" + client.client());
  }

  private static void requireSame(String named, String client) {
    if (named != null && !named.equals(client)) {
      throw WalletRefusal.ofClient("The client_id is not that of the authentication.");
    }
  }

  private Future<Void> useOnce(String proof, Instant until) {
    return store
        .use(List.of(Sha256.of(proof)), until)
        .map(
            isNew -> {
              if (!isNew) {
                throw WalletRefusal.ofClient("This authentication was used before.");
              }
              return null;
            });
  }
}
