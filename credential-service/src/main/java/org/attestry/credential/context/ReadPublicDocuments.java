package org.attestry.credential.context;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.List;
import java.util.regex.Pattern;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.credential.CredentialOperations.PublicDocument;
import org.attestry.contracts.credential.CredentialOperations.ReadContextRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadDidDocumentRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadJwtVcIssuerRequest;
import org.attestry.credential.key.HostedIssuers;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.KeyVault;
import org.attestry.credential.key.PgKeyStore;
import org.attestry.credential.key.StoredKey;
import org.attestry.runtime.json.Json;

/** Reads documents for anybody: generated and uploaded contexts, and the issuers' keys. */
public record ReadPublicDocuments(
    PgContextStore contexts, PgKeyStore keys, KeyVault vault, HostedIssuers issuers) {

  private static final int MOST_KEYS = 1_000;
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  /** Fails NOT_FOUND for an unknown digest. */
  public Future<PublicDocument> readContext(ReadContextRequest request, CallContext context) {
    if (request.digest() == null || !DIGEST.matcher(request.digest()).matches()) {
      return Future.failedFuture(unknownContext());
    }
    return contexts
        .findDocument(request.digest())
        .map(found -> found.orElseThrow(ReadPublicDocuments::unknownContext))
        .map(PublicDocument::new);
  }

  private static FailureException unknownContext() {
    return FailureException.notFound(
        "credential.context.not-found", "There is no such context here.");
  }

  /** Fails NOT_FOUND for an issuer without keys here. */
  public Future<PublicDocument> readDidDocument(
      ReadDidDocumentRequest request, CallContext context) {
    String issuer = issuers.didOf(request.host(), request.issuer());
    return keysOf(issuer).map(keys -> document(vault.didDocument(issuer, keys)));
  }

  /**
   * Returns the keys by the names that JWTs use ({@code kid}), and the issuer by its name in JWTs
   * ({@code iss}). Fails NOT_FOUND for an issuer without keys here.
   */
  public Future<PublicDocument> readJwtVcIssuer(
      ReadJwtVcIssuerRequest request, CallContext context) {
    String issuer = issuers.didOf(request.host(), request.issuer());
    return keysOf(issuer).map(keys -> document(metadata(issuer, keys)));
  }

  private ObjectNode metadata(String issuer, List<StoredKey> keys) {
    ObjectNode metadata = Json.object().put("issuer", issuer);
    ArrayNode jwks = metadata.putObject("jwks").putArray("keys");
    keys.forEach(
        key ->
            jwks.add(
                vault.forms(key).jwk().put("kid", key.verificationMethod()).put("use", "sig")));
    return metadata;
  }

  /** Returns the keys that verify. */
  private Future<List<StoredKey>> keysOf(String issuer) {
    return keys.findOfIssuer(issuer, MOST_KEYS, 0)
        .map(page -> page.rows().stream().filter(key -> key.state() != KeyState.REVOKED).toList())
        .map(ReadPublicDocuments::requireAny);
  }

  private static List<StoredKey> requireAny(List<StoredKey> keys) {
    if (keys.isEmpty()) {
      throw FailureException.notFound(
          "credential.issuer.not-found", "There is no such issuer here.");
    }
    return keys;
  }

  private static PublicDocument document(ObjectNode document) {
    return new PublicDocument(Json.write(document));
  }
}
