package org.attestry.credential.token;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.credential.CredentialOperations.PublicDocument;
import org.attestry.contracts.credential.WalletOperations.ReadAuthorizationMetadataRequest;
import org.attestry.credential.offer.OfferDocument;
import org.attestry.runtime.json.Json;

/**
 * The metadata of the authorization server, which redeems pre-authorized codes and refresh tokens
 * (RFC 8414).
 */
public record ReadAuthorizationMetadata(WalletAddresses addresses, WalletProofs proofs) {

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
    document.putArray("token_endpoint_auth_methods_supported").add("none").add("private_key_jwt");
    List<String> algorithms = proofs.algorithms();
    algorithms.forEach(document.putArray("token_endpoint_auth_signing_alg_values_supported")::add);
    algorithms.forEach(document.putArray("dpop_signing_alg_values_supported")::add);
    document.put("pre-authorized_grant_anonymous_access_supported", true);
    return Future.succeededFuture(new PublicDocument(Json.write(document)));
  }
}
