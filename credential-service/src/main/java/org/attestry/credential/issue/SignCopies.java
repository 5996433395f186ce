package org.attestry.credential.issue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.attestry.contracts.Deadline;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.context.ContextDigest;
import org.attestry.credential.draft.CredentialDraft;
import org.attestry.credential.draft.SdJwtDraft;
import org.attestry.credential.draft.SdJwts;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.Signer;
import org.attestry.credential.key.SigningSuite;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.proof.Proofs.SignedDocument;
import org.attestry.credential.proof.Proofs.Unsigned;
import org.attestry.credential.proof.SentForm;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.credential.status.CredentialStatus;
import org.attestry.credential.status.StatusAddresses;
import org.attestry.credential.status.StatusAllocation;
import org.attestry.credential.status.StatusPlace;
import org.attestry.credential.stored.IssuedCredentials;
import org.attestry.credential.stored.IssuedCredentials.Form;
import org.attestry.credential.stored.IssuedCredentials.Issued;
import org.attestry.credential.stored.StoredCredential;
import org.attestry.runtime.json.Json;

/**
 * Signs copies of a stored credential for wallets. Each has its own entry in the status lists, and
 * is bound to a key of its holder. The caller must store the copies before it sends them.
 */
public final class SignCopies {

  private final IssuedCredentials credentials;
  private final Proofs proofs;
  private final SdJwts sdJwts;
  private final Signer signer;
  private final StatusAllocation allocation;
  private final StatusAddresses addresses;
  private final Clock clock;

  public SignCopies(
      IssuedCredentials credentials,
      SdJwts sdJwts,
      Signer signer,
      StatusAllocation allocation,
      StatusAddresses addresses,
      Clock clock) {
    this.credentials = credentials;
    this.proofs = credentials.proofs();
    this.sdJwts = sdJwts;
    this.signer = signer;
    this.allocation = allocation;
    this.addresses = addresses;
    this.clock = clock;
  }

  /**
   * A signed copy.
   *
   * @param credential a JSON object, or the text of a JWT or SD-JWT
   * @param holder the key that it is bound to; null for none
   */
  public record SignedCopy(JsonNode credential, StatusPlace status, HolderKey holder) {}

  /**
   * Signs a copy for each key.
   *
   * @param stored with a status
   * @param holders null for a copy that is bound to no key
   * @return fails NOT_ACCEPTABLE if the credential has no such form, or its issuer no longer signs
   */
  public Future<List<SignedCopy>> sign(
      StoredCredential stored,
      CredentialFormat format,
      List<HolderKey> holders,
      Deadline deadline) {
    ObjectNode credential = Json.read(stored.credential()).deepCopy();
    SigningSuite suite = proofs.suite(credential.path("proof")).orElseThrow();
    credential.remove("proof");
    Issued issued = new Issued(credential, suite, stored);
    Copying copying = new Copying(issued, deadline);
    return credentials
        .key(issued, format == CredentialFormat.SD_JWT ? Form.SD_JWT : Form.JWT)
        .compose(
            key ->
                switch (format) {
                  case SD_JWT -> copying.sdJwts(holders, key);
                  case JWT -> copying.each(holders, (place, one) -> copying.jwt(place, one, key));
                  case LDP -> copying.each(holders, (place, one) -> copying.ldp(place, one, key));
                });
  }

  /** Signs one copy. */
  @FunctionalInterface
  private interface OneCopy {
    Future<JsonNode> sign(StatusPlace place, HolderKey holder);
  }

  /** The copies of one request. */
  private final class Copying {

    private final Issued issued;
    private final Deadline deadline;

    Copying(Issued issued, Deadline deadline) {
      this.issued = issued;
      this.deadline = deadline;
    }

    Future<List<SignedCopy>> each(List<HolderKey> holders, OneCopy copy) {
      return Future.all(
              holders.stream()
                  .map(
                      holder ->
                          allocation
                              .next(issued.stored().issuer(), issued.suite().name())
                              .compose(
                                  place ->
                                      copy.sign(place, holder)
                                          .map(signed -> new SignedCopy(signed, place, holder))))
                  .toList())
          .map(all -> all.list());
    }

    /** Signs copies as SD-JWTs. Their dates are read once. */
    Future<List<SignedCopy>> sdJwts(List<HolderKey> holders, StoredKey key) {
      return credentials
          .read(issued, issued.suite(), deadline)
          .compose(
              read -> each(holders, (place, holder) -> sdJwt(place, holder, read.terms(), key)));
    }

    private Future<JsonNode> sdJwt(
        StatusPlace place, HolderKey holder, SignedTerms terms, StoredKey key) {
      Issued copy =
          new Issued(issued.credential(), issued.suite(), issued.stored().withStatus(place));
      JsonNode jwk = holder == null ? null : holder.jwk();
      return signer
          .sign(
              key,
              () -> prepared(SdJwtDraft.of(copy, terms, addresses, jwk), key, clock.instant()),
              credentials.compute(),
              deadline)
          .map(SentForm::written)
          .map(TextNode::valueOf);
    }

    private Prepared<String> prepared(SdJwtDraft draft, StoredKey key, Instant now) {
      return sdJwts.prepare(
          draft.beginning(CopyDates.beginning(draft.from(), now)),
          key,
          CopyDates.created(key.signing(), now));
    }

    /**
     * Signs a copy as a JWT. Its holder's key is the claim {@code cnf} (RFC 7800), which the data
     * model 2.0 defines.
     */
    Future<JsonNode> jwt(StatusPlace place, HolderKey holder, StoredKey key) {
      ObjectNode document = listed(place);
      if (!CredentialDraft.isSecond(document) || !CredentialDraft.claims(document).isEmpty()) {
        throw Form.JWT.refusal("Only credentials of the data model 2.0 have this form");
      }
      if (holder != null) {
        document.putObject("cnf").set("jwk", holder.jwk());
      }
      SigningSuite suite = proofs.enveloping(issued.suite().keyType());
      return unsigned(document, suite)
          .compose(unsigned -> sign(unsigned, key, () -> null))
          .map(signed -> TextNode.valueOf(SentForm.written(proofs.jwt(signed.credential()))));
    }

    /** Signs a copy as JSON-LD. Its holder is its subject. */
    Future<JsonNode> ldp(StatusPlace place, HolderKey holder, StoredKey key) {
      ObjectNode document = listed(place);
      if (holder != null) {
        ObjectNode subject = Json.object().put("id", holder.did());
        subject.setAll((ObjectNode) document.get("credentialSubject"));
        document.set("credentialSubject", subject);
      }
      return unsigned(document, issued.suite())
          .compose(unsigned -> sign(unsigned, key, () -> nonce(unsigned)))
          .map(signed -> signed.credential());
    }

    private Future<SignedDocument> sign(Unsigned unsigned, StoredKey key, Supplier<String> nonce) {
      return signer.sign(
          key,
          () ->
              proofs.prepare(
                  unsigned, key, clock.instant(), nonce.get(), CallBudget.until(deadline)),
          credentials.compute(),
          deadline);
    }

    private ObjectNode listed(StatusPlace place) {
      ObjectNode document = issued.credential().deepCopy();
      CredentialStatus.add(document, CredentialDraft.isSecond(document), place, addresses);
      return document;
    }

    private Future<Unsigned> unsigned(ObjectNode document, SigningSuite suite) {
      return credentials.read(
          new Issued(document, issued.suite(), issued.stored()), suite, deadline);
    }

    /**
     * Returns the digest of the copy's contexts for its proof, because it is not stored with the
     * copy.
     */
    private String nonce(Unsigned unsigned) {
      return credentials.contexts().generatedHere(unsigned)
          ? null
          : ContextDigest.nonce(unsigned.document());
    }
  }
}
