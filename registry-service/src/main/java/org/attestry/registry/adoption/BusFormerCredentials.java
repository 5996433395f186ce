package org.attestry.registry.adoption;

import static org.attestry.contracts.credential.CredentialOperations.ADOPT_CREDENTIALS;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations.AdoptCredentialsRequest;
import org.attestry.contracts.credential.CredentialOperations.AdoptCredentialsRequest.FormerCredential;
import org.attestry.contracts.credential.CredentialOperations.AdoptedCredentials;
import org.attestry.contracts.credential.CredentialOperations.AdoptedCredentials.Adopted;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.stored.Credential;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.bus.BusClient;

/** Lets credential-service verify and store the credentials of records. */
public record BusFormerCredentials(BusClient bus) {

  /**
   * @param entity with the credentials that hold, and without those that are revoked
   * @param refused the credentials that do not verify, with pointers into the line
   */
  record Verified(StoredEntity entity, List<Violation> refused) {}

  /** Returns the entities with their verified credentials, in their order. */
  Future<List<Verified>> verified(
      PublishedType type, List<StoredEntity> entities, CallContext context) {
    List<FormerCredential> all =
        entities.stream().flatMap(entity -> sent(type, entity).stream()).toList();
    List<Adopted> replies = new ArrayList<>();
    return AsyncLoop.each(
            chunks(all),
            some ->
                bus.request(ADOPT_CREDENTIALS, new AdoptCredentialsRequest(some), context)
                    .map(AdoptedCredentials::credentials)
                    .onSuccess(replies::addAll)
                    .<Void>mapEmpty())
        .map(
            done -> {
              Iterator<Adopted> next = replies.iterator();
              return entities.stream().map(entity -> verified(entity, next)).toList();
            });
  }

  private static List<List<FormerCredential>> chunks(List<FormerCredential> all) {
    List<List<FormerCredential>> chunks = new ArrayList<>();
    for (int i = 0; i < all.size(); i += AdoptCredentialsRequest.MOST) {
      chunks.add(all.subList(i, Math.min(all.size(), i + AdoptCredentialsRequest.MOST)));
    }
    return chunks;
  }

  private static List<FormerCredential> sent(PublishedType type, StoredEntity entity) {
    List<FormerCredential> sent = new ArrayList<>();
    if (isSigned(entity.credential().json())) {
      sent.add(former(type, entity, null, entity.credential().json()));
    }
    for (Attestation one : entity.attestations()) {
      if (isSigned(one.attestedData())) {
        sent.add(former(type, entity, one.policy(), one.attestedData()));
      }
    }
    return sent;
  }

  private static FormerCredential former(
      PublishedType type, StoredEntity entity, String policy, String text) {
    return new FormerCredential(type.name(), entity.osid(), policy, JsonBytes.of(text));
  }

  private static boolean isSigned(String text) {
    return text != null && !text.isEmpty();
  }

  /**
   * @param replies to the entity's credentials in the order of {@link #sent}, and to further ones
   */
  private static Verified verified(StoredEntity entity, Iterator<Adopted> replies) {
    List<Violation> refused = new ArrayList<>();
    Credential credential = entity.credential();
    if (isSigned(credential.json())) {
      Adopted reply = replies.next();
      refuse(reply, "/credential", refused);
      credential = reply.revoked() ? revoked() : of(reply, credential.json());
    }
    List<Attestation> attestations = new ArrayList<>();
    for (Attestation one : entity.attestations()) {
      Attestation kept = one;
      if (isSigned(one.attestedData())) {
        Adopted reply = replies.next();
        refuse(reply, "/attestations/%d/attestedData".formatted(attestations.size()), refused);
        kept =
            reply.revoked()
                ? one.withCredential("", null)
                : one.withCredential(one.attestedData(), reply.credentialId());
      }
      attestations.add(kept);
    }
    return new Verified(entity.withCredential(credential).withAttestations(attestations), refused);
  }

  private static Credential of(Adopted reply, String text) {
    return new Credential(reply.credentialId(), text);
  }

  private static Credential revoked() {
    return new Credential(null, "");
  }

  private static void refuse(Adopted reply, String pointer, List<Violation> into) {
    if (reply.refusal() != null) {
      into.add(new Violation(pointer, "credential", reply.refusal()));
    }
  }
}
