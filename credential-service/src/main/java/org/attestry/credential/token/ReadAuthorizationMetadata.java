package org.attestry.credential.token;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.credential.CredentialOperations.PublicDocument;
import org.attestry.contracts.credential.WalletOperations.ReadAuthorizationMetadataRequest;
import org.attestry.credential.offer.OfferDocument;
import org.attestry.runtime.json.Json;

/**
 * The metadata of the authorization server, which redeems pre-authorized codes and refresh tokens
 * (RFC 8414).
 *
 * @param attested whether wallets may authenticate themselves by attestations
 */
public record ReadAuthorizationMetadata(
    WalletAddresses addresses, WalletProofs proofs, boolean attested) {

  public Future<PublicDocument> handle(
      ReadAuthorizationMetadataRequest request, CallContext context) {
    ObjectNode document =
        Json.object()
            .put("issuer", addresses.publicBase())
            .put("token_endpoint", addresses.token());
    addresses
        .authorizationEndpoint()
        .ifPresent(address -> document.put("authorization_endpoint", address));
    document.putArray("response_types_supported");
    document
        .putArray("grant_types_supported")
        .add(OfferDocument.GRANT)
        .add(IssueAccessToken.REFRESH);
    List<String> algorithms = proofs.algorithms();
    List<String> named =
        new ArrayList<>(
            List.of(
                "token_endpoint_auth_signing_alg_values_supported",
                "dpop_signing_alg_values_supported"));
    ArrayNode methods = document.putArray("token_endpoint_auth_methods_supported");
    methods.add("none").add("private_key_jwt");
    if (attested) {
      methods.add("attest_jwt_client_auth");
      named.add("client_attestation_signing_alg_values_supported");
      named.add("client_attestation_pop_signing_alg_values_supported");
    }
    named.forEach(name -> algorithms.forEach(document.putArray(name)::add));
    document.put("pre-authorized_grant_anonymous_access_supported", true);
    return Future.succeededFuture(new PublicDocument(Json.write(document)));
  }
}
