package org.attestry.credential.issue;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.time.Clock;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.SignedCredential;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.draft.SdJwtDraft;
import org.attestry.credential.draft.SdJwts;
import org.attestry.credential.issuer.Signers;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyRing;
import org.attestry.credential.key.Signer;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.key.TemplatePointers;
import org.attestry.credential.template.CredentialTemplate;
import org.attestry.runtime.json.Json;

/** Signs a filled template as an SD-JWT and keeps no copy. */
public final class SignSdJwt {

  private final SdJwts sdJwts;
  private final Signer signer;
  private final Signers signers;
  private final KeyRing keys;
  private final Issuers issuers;
  private final CryptoWorkers compute;
  private final Clock clock;

  public SignSdJwt(
      SdJwts sdJwts,
      Signer signer,
      Signers signers,
      KeyRing keys,
      Issuers issuers,
      CryptoWorkers compute,
      Clock clock) {
    this.sdJwts = sdJwts;
    this.signer = signer;
    this.signers = signers;
    this.keys = keys;
    this.issuers = issuers;
    this.compute = compute;
    this.clock = clock;
  }

  /** Says whether a template's {@code proof} names this form. A text template never does. */
  Future<Boolean> isNamedBy(JsonBytes template, Deadline deadline) {
    return template == null || !template.text().contains(SdJwtDraft.TYPE)
        ? Future.succeededFuture(false)
        : compute.run(
            deadline,
            () -> Json.parse(template).at("/proof/type").asText().equals(SdJwtDraft.TYPE));
  }

  /** Fails INVALID with pointers below {@code /credentialTemplate}. */
  Future<SignedCredential> sign(SignCredentialRequest request, CallContext context) {
    return compute
        .run(context.deadline(), () -> draft(request, context.deadline()))
        .compose(draft -> key(draft, context).compose(key -> sign(draft, key, context.deadline())))
        .recover(cause -> Future.failedFuture(TemplatePointers.inTemplate(cause)));
  }

  private Future<StoredKey> key(SdJwtDraft draft, CallContext context) {
    return signers
        .key(draft.issuer(), draft.type(), context.caller(), keys)
        .recover(cause -> Future.failedFuture(TemplatePointers.ofKeyType("/proof/alg", cause)));
  }

  private SdJwtDraft draft(SignCredentialRequest request, Deadline deadline) {
    JsonNode data = request.data() == null ? Json.object() : Json.parse(request.data());
    return SdJwtDraft.of(
        CredentialTemplate.of(Json.parse(request.credentialTemplate()))
            .fill(data, CallBudget.until(deadline)),
        sdJwts,
        issuers);
  }

  private Future<SignedCredential> sign(SdJwtDraft draft, StoredKey key, Deadline deadline) {
    return signer
        .sign(key, () -> sdJwts.prepare(draft, key, clock.instant()), compute, deadline)
        .map(SignSdJwt::reply);
  }

  /**
   * Returns the reply, with the names of OpenID for Verifiable Credential Issuance for form and
   * credential.
   */
  private static SignedCredential reply(String sdJwt) {
    return new SignedCredential(
        Json.write(Json.object().put("format", SdJwtDraft.TYPE).put("credential", sdJwt)));
  }
}
