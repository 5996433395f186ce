package org.attestry.credential.verify;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.credential.CredentialOperations.FindIssuedRequest;
import org.attestry.contracts.credential.CredentialOperations.IssuedPlace;
import org.attestry.contracts.credential.CredentialOperations.IssuedVerification;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerifyIssuedRequest;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.contracts.registry.HeldCredentials;
import org.attestry.credential.stored.CredentialReference;
import org.attestry.credential.stored.PgCredentialStore;
import org.attestry.credential.stored.StoredCredential;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.ValidityEnd;

/** Verifies a credential that we issued, found by its id: what a link or a QR code leads to. */
public record VerifyIssued(
    PgCredentialStore credentials,
    IssuedTexts texts,
    BusHeldCredentials registry,
    VerifyCredential verify) {

  private static final Duration SOON = Duration.ofSeconds(2);
  private static final String EVERY_TYPE = "VerifiableCredential";
  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  /**
   * Fails NOT_FOUND for the id of no credential of ours; of several of one entity, verifies the one
   * that it has. Fails CONFLICT if several entities have credentials of this id, or had them until
   * they were revoked: the id does not say which of them is meant.
   */
  public Future<IssuedVerification> verifyIssued(VerifyIssuedRequest request, CallContext context) {
    return current(request.credentialId())
        .compose(found -> isOfOneEntity(found) ? held(found, context) : named(found, context))
        .compose(
            one ->
                texts.with(
                    one.credential(),
                    context.deadline(),
                    stored -> verification(stored, one, context)));
  }

  /**
   * One of several credentials with an id.
   *
   * @param held what the registry knows of them; null where it was not asked, or failed
   * @param asked whether the registry was asked
   */
  private record Chosen(CredentialReference credential, HeldCredentials held, boolean asked) {

    Issued issued() {
      return credential.issued();
    }
  }

  private Future<IssuedVerification> verification(
      StoredCredential stored, Chosen one, CallContext context) {
    Future<VerificationView> verified =
        verify.handle(new VerifyCredentialRequest(stored.credential()).checksOnly(), context);
    Future<Long> version = entityVersion(stored, one, context);
    return Future.join(verified, version)
        .compose(
            done ->
                verify
                    .compute()
                    .run(
                        context.deadline(),
                        () -> view(stored, verified.result().checked(), version.result())));
  }

  /** Null if the registry does not say it soon: the credential is verified all the same. */
  private Future<Long> entityVersion(StoredCredential stored, Chosen one, CallContext context) {
    if (stored.attestationName() != null) {
      return Future.succeededFuture();
    }
    Future<HeldCredentials> held =
        one.asked()
            ? Future.succeededFuture(one.held())
            : registry.held(List.of(one.issued()), context.within(SOON));
    return held.map(known -> known == null ? null : known.versionOf(one.issued()))
        .otherwise((Long) null);
  }

  /**
   * Fails as the verification does, CONFLICT if several entities hold credentials of this id: a
   * request about the id would change only one of them.
   */
  public Future<IssuedPlace> findIssued(FindIssuedRequest request, CallContext context) {
    return current(request.credentialId())
        .compose(
            found ->
                isOfOneEntity(found)
                    ? held(found, context).map(Chosen::credential)
                    : registry
                        .held(found.stream().map(CredentialReference::issued).toList(), context)
                        .map(held -> only(found, held)))
        .map(one -> new IssuedPlace(one.issued().type(), one.entityId()));
  }

  private static boolean isOfOneEntity(List<CredentialReference> found) {
    return found.stream().map(CredentialReference::entityId).distinct().count() <= 1;
  }

  private static CredentialReference only(List<CredentialReference> found, HeldCredentials held) {
    List<CredentialReference> holding =
        found.stream().filter(one -> held.holds(one.issued())).toList();
    if (!isOfOneEntity(holding)) {
      throw FailureException.conflict(
          "credential.id.shared",
          "Several entities hold credentials with this id: name the entity,"
              + " POST /api/v1/{type}/{id}/revoke.");
    }
    return holding.isEmpty() ? found.getFirst() : holding.getFirst();
  }

  private Future<Chosen> named(List<CredentialReference> found, CallContext context) {
    return registry
        .held(found.stream().map(CredentialReference::issued).toList(), context)
        .map(
            held -> {
              if (found.stream()
                      .filter(one -> held.holds(one.issued()) || held.isRevoked(one.entityId()))
                      .map(CredentialReference::entityId)
                      .distinct()
                      .count()
                  > 1) {
                throw FailureException.conflict(
                    "credential.id.shared",
                    "Several entities have or had credentials with this id, so that it names none"
                        + " of them: verify the credential itself, POST /api/v1/verify.");
              }
              return new Chosen(only(found, held), held, true);
            });
  }

  private Future<List<CredentialReference>> current(String credentialId) {
    String id = credentialId == null ? "" : credentialId;
    if (id.indexOf('\0') >= 0) {
      throw unknown();
    }
    return credentials
        .current(UUID.matcher(id).matches() ? "urn:uuid:" + id : id)
        .map(VerifyIssued::comparable);
  }

  /** Those with a digest; fails CONFLICT if one of another entity has none. */
  private static List<CredentialReference> comparable(List<CredentialReference> found) {
    List<CredentialReference> hashed =
        found.stream().filter(one -> one.issued().digest() != null).toList();
    if (hashed.size() < found.size() && !isOfOneEntity(found)) {
      throw FailureException.conflict(
          "credential.id.shared",
          "Large credentials of several entities have this id: verify the credential itself,"
              + " POST /api/v1/verify, or name the entity.");
    }
    return hashed;
  }

  /** The credential that an entity holds; the first one if none is held or the registry fails. */
  private Future<Chosen> held(List<CredentialReference> found, CallContext context) {
    if (found.isEmpty()) {
      throw unknown();
    }
    CredentialReference first = found.getFirst();
    return found.size() == 1
        ? Future.succeededFuture(new Chosen(first, null, false))
        : registry
            .held(found.stream().map(CredentialReference::issued).toList(), context)
            .map(
                held ->
                    new Chosen(
                        found.stream()
                            .filter(one -> held.holds(one.issued()))
                            .findFirst()
                            .orElse(first),
                        held,
                        true))
            .otherwise(new Chosen(first, null, true));
  }

  private static IssuedVerification view(
      StoredCredential issued, VerificationView verification, Long entityVersion) {
    JsonNode document = Json.read(issued.credential());
    return new IssuedVerification(
        verification,
        issued.credentialId(),
        issued.issuer(),
        types(document.path("type")),
        issued.entityType(),
        issued.entityId(),
        issued.issuedAt(),
        ValidityEnd.of(document).orElse(null),
        entityVersion);
  }

  private static List<String> types(JsonNode type) {
    List<String> types = new ArrayList<>();
    for (JsonNode each : type.isArray() ? type : List.of(type)) {
      if (each.isTextual() && !each.textValue().equals(EVERY_TYPE)) {
        types.add(each.textValue());
      }
    }
    return types;
  }

  private static FailureException unknown() {
    return FailureException.notFound(
        "credential.unknown", "No credential with this id was issued here; check the id.");
  }
}
