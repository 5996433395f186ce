package org.attestry.credential.issue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.SignAsSdJwtRequest;
import org.attestry.contracts.credential.CredentialOperations.SignedSdJwt;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.draft.SdJwtDraft;
import org.attestry.credential.draft.SdJwts;
import org.attestry.credential.key.Signer;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.proof.SentForm;
import org.attestry.credential.status.StatusAddresses;
import org.attestry.credential.stored.IssuedCredentials;
import org.attestry.credential.stored.IssuedCredentials.Form;
import org.attestry.credential.stored.IssuedCredentials.Issued;
import org.attestry.runtime.json.Json;

/**
 * Signs an issued credential again, as an SD-JWT by the same issuer. It is suspended and revoked
 * with the credential: it has the credential's entry in the status lists, or that of its {@link
 * KeyBoundForm}.
 */
public final class SignAsSdJwt {

  /** Members of public keys (RFC 7518, section 6; RFC 8037, section 2), and the name of a key. */
  private static final List<String> KEY_MEMBERS = List.of("kty", "crv", "x", "y", "n", "e", "kid");

  private final IssuedCredentials credentials;
  private final SdJwts sdJwts;
  private final Signer signer;
  private final StatusAddresses addresses;
  private final KeyBoundForm keyBound;
  private final CryptoWorkers compute;
  private final Clock clock;

  public SignAsSdJwt(
      IssuedCredentials credentials,
      SdJwts sdJwts,
      Signer signer,
      StatusAddresses addresses,
      KeyBoundForm keyBound,
      CryptoWorkers compute,
      Clock clock) {
    this.credentials = credentials;
    this.sdJwts = sdJwts;
    this.signer = signer;
    this.addresses = addresses;
    this.keyBound = keyBound;
    this.compute = compute;
    this.clock = clock;
  }

  /**
   * Fails NOT_ACCEPTABLE for a credential that was not issued here, is in no status list, or is
   * revoked; also if its key is revoked, or its subject is not one object whose member names may be
   * claims. With a holder's key it also fails so if the credential is suspended and has no form for
   * this key yet. Fails INVALID if the holder's key is not public.
   */
  public Future<SignedSdJwt> handle(SignAsSdJwtRequest request, CallContext context) {
    return compute
        .run(context.deadline(), () -> holder(request.holderKey()))
        .compose(
            holder ->
                credentials
                    .find(request.credential(), Form.SD_JWT, context.deadline())
                    .compose(issued -> sign(issued, holder, context.deadline())));
  }

  /**
   * @param jwk only its public members (RFC 7517)
   * @param thumbprint of the key (RFC 7638)
   */
  private record Holder(JsonNode jwk, String thumbprint) {}

  private Holder holder(JsonBytes sent) {
    if (sent == null) {
      return null;
    }
    JsonNode key = Json.parse(sent);
    String thumbprint = sdJwts.thumbprint(key).orElseThrow(SignAsSdJwt::notPublic);
    ObjectNode held = ((ObjectNode) key).deepCopy().retain(KEY_MEMBERS);
    held.forEach(
        member -> {
          if (!member.isTextual()) {
            throw notPublic();
          }
        });
    return new Holder(held, thumbprint);
  }

  private static FailureException notPublic() {
    return FailureException.invalid(
        "credential.holder-key.invalid",
        "",
        "key",
        "Holder-Key must be a public key as JWK (RSA of 2,048 to 4,096 bits, Ed25519 or P-256)"
            + " in base64url, whose use, if it has one, is sig, and alg PS256, EdDSA or ES256.");
  }

  private Future<SignedSdJwt> sign(Issued issued, Holder holder, Deadline deadline) {
    return holder == null
        ? sign(issued, (JsonNode) null, deadline)
        : keyBound
            .of(issued, holder.thumbprint())
            .compose(bound -> sign(bound, holder.jwk(), deadline));
  }

  private Future<SignedSdJwt> sign(Issued issued, JsonNode jwk, Deadline deadline) {
    return credentials
        .read(issued, issued.suite(), deadline)
        .compose(
            unsigned ->
                compute.run(
                    deadline, () -> SdJwtDraft.of(issued, unsigned.terms(), addresses, jwk)))
        .compose(
            draft ->
                credentials.key(issued, Form.SD_JWT).compose(key -> sign(draft, key, deadline)));
  }

  private Future<SignedSdJwt> sign(SdJwtDraft draft, StoredKey key, Deadline deadline) {
    return signer
        .sign(key, () -> sdJwts.prepare(draft, key, clock.instant()), compute, deadline)
        .map(SentForm::written)
        .map(SignedSdJwt::new);
  }
}
