package org.attestry.gateway.page;

import static org.attestry.contracts.credential.CredentialOperations.VERIFY_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_ISSUED;
import static org.attestry.contracts.registry.EntityOperations.READ_ENTITY;
import static org.attestry.contracts.schema.SchemaOperations.READ_TYPE;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.IssuedVerification;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.registry.EntityOperations.EntityView;
import org.attestry.contracts.schema.EntityType;
import org.attestry.gateway.Services;

/** Credentials in every state; the last digit of the number says which. */
final class PageSamples {

  static final String NUMBER = "00000000-0000-4000-8000-00000000000";

  /** The entity has changed since. */
  static final String CHANGED = "1c";

  private static final Long VERSION = 1L;
  static final String MARKUP = "<img src=x onerror=alert(1)>";

  private static final String TITLED =
      """
      {"properties": {
         "name": {"title": "Full name"},
         "university": {"properties": {"state": {"title": "State of the university"}}}},
       "x-titles": {"hi": {"/name": "पूरा नाम"}, "ta": {"/name": "முழு பெயர்"}}}
      """;

  private static final String ATTESTED =
      """
      {"osid": "s-1", "name": "Meera Iyer", "secretNumber": "not attested",
       "licence": [
         {"osid": "r-1", "name": "licence", "entityName": "Student", "_osState": "PUBLISHED",
          "propertyData": {"name": "Meera Iyer"},
          "_osAttestedData": "{\\"id\\": \\"urn:uuid:%sf\\", \\"credentialSubject\\": \
      {\\"name\\": \\"Meera Iyer\\", \\"home\\": {\\"city\\": \\"Ulm\\", \\"osid\\": \\"o-1\\"}}}"}]}
      """
          .formatted(NUMBER);

  private static final String JWT =
      "{\"issuer\": \"did:web:x\", \"credentialSubject\": {\"name\": \"Meera Iyer\"}}";

  private PageSamples() {}

  static void serve(Services services) {
    services
        .handle(
            VERIFY_ISSUED,
            (request, call) -> {
              String id = request.credentialId();
              if (id.endsWith(CHANGED)) {
                return issued(id, '1');
              }
              return id.length() > NUMBER.length() && id.contains(NUMBER)
                  ? issued(id, id.charAt(id.length() - 1))
                  : unknown();
            })
        .handle(
            VERIFY_CREDENTIAL,
            (request, call) -> Future.succeededFuture(handedIn(request.signedCredentials().text())))
        .handle(
            READ_ENTITY,
            (request, call) ->
                switch (request.id()) {
                  case "private" -> failed(FailureKind.UNAUTHENTICATED);
                  case "attested" -> view(ATTESTED);
                  case "hostile" -> view("{\"%s\": \"%s\"}".formatted(MARKUP, MARKUP));
                  default ->
                      view(
                          """
                          {"osid": "s-1", "osOwner": ["user-1"], "_osState": {"name": "PUBLISHED"},
                           "name": "Meera Iyer", "programme": "Bachelor of Science",
                           "university": {"name": "University of Mysuru", "state": "Karnataka"},
                           "yearOfGraduation": 2026, "withHonours": true}
                          """);
                })
        .handle(
            READ_TYPE,
            (request, call) ->
                Future.succeededFuture(
                    new EntityType("Student", "s-1", 1, JsonBytes.of(TITLED), null)));
  }

  private static Future<IssuedVerification> issued(String id, char state) {
    return switch (state) {
      case '1' -> issued(id, "student", verification());
      case '2' -> issued(id, "student", verification(nok("expiry", "expired")));
      case '3' -> issued(id, "student", verification(nok("suspension", "suspended")));
      case '4' -> issued(id, "private", verification(nok("revocation", "revoked")));
      case '5' -> issued(id, "private", verification(nok("proof", "proof.invalid")));
      case '6' ->
          issued(
              id,
              "private",
              verification(new Check("residence", Status.UNKNOWN, "residence." + MARKUP)));
      case '7' -> issued(id, "hostile", verification());
      case '0' -> failed(FailureKind.CONFLICT);
      case '9' -> failed(FailureKind.UNAVAILABLE);
      case 'a' -> issued(id, "student", verification(nok("expiry", "not-yet-valid")));
      case 'b' -> issued(id, "private", verification(nok("proof", "proof.missing")));
      case 'c' -> issued(id, "private", verification(nok("issuer", "key.revoked")));
      case 'd' ->
          issued(
              id, "private", verification(new Check("issuer", Status.UNKNOWN, "issuer.unknown")));
      case 'f' -> issued(id, "attested", verification());
      case 'e' -> issued(id, "private", verification(nok("issuer", "issuer.mismatch")));
      default -> unknown();
    };
  }

  private static Future<IssuedVerification> issued(
      String id, String entity, VerificationView verification) {
    boolean hostile = entity.equals("hostile");
    return Future.succeededFuture(
        new IssuedVerification(
            verification,
            id.startsWith("urn:") ? id : "urn:uuid:" + id,
            "did:web:registry.example.gov.in",
            List.of(hostile ? MARKUP : "UniversityDegreeCredential"),
            "Student",
            entity,
            Instant.parse("2026-06-12T09:30:00Z"),
            hostile ? MARKUP : "2031-06-12T00:00:00Z",
            entity.equals("attested") ? null : id.endsWith(CHANGED) ? Long.valueOf(0) : VERSION));
  }

  /** With the document that is in a JWT, or was sent. */
  private static VerificationView handedIn(String credential) {
    if (credential.contains(".genuine\"")) {
      return with(verification(), JWT, null);
    }
    if (credential.equals("\"bare.jwt.here\"")) {
      return verification();
    }
    if (!credential.startsWith("{")) {
      return verification(new Check("proof", Status.UNKNOWN, "form.unsupported:text"));
    }
    if (credential.contains("\"self-signed\"")) {
      Check unknown = new Check("issuer", Status.UNKNOWN, "issuer.unknown");
      return with(verification(unknown), credential, null);
    }
    boolean genuine = credential.contains("\"genuine\"") && credential.contains("\"Meera Iyer\"");
    boolean here = genuine && credential.contains(NUMBER) && !credential.contains("elsewhere");
    return with(
        genuine ? verification() : verification(nok("proof", "proof.invalid")),
        credential,
        here ? "Student" : null);
  }

  private static VerificationView with(VerificationView checked, String document, String type) {
    return new VerificationView(checked.verified(), checked.checks(), JsonBytes.of(document), type);
  }

  private static Check nok(String check, String reason) {
    return new Check(check, Status.NOK, reason);
  }

  /** All checks are passed but those that are given. */
  private static VerificationView verification(Check... others) {
    List<Check> checks = new java.util.ArrayList<>(List.of(others));
    for (String name : List.of("proof", "issuer", "revocation", "expiry")) {
      if (checks.stream().noneMatch(check -> check.check().equals(name))) {
        checks.add(new Check(name, Status.OK, null));
      }
    }
    return new VerificationView(others.length == 0, checks);
  }

  private static Future<EntityView> view(String entity) {
    return Future.succeededFuture(new EntityView(JsonBytes.of(entity), 1, null));
  }

  private static <T> Future<T> unknown() {
    return failed(FailureKind.NOT_FOUND);
  }

  private static <T> Future<T> failed(FailureKind kind) {
    return Future.failedFuture(FailureException.of(kind, "sample", "A sample's failure."));
  }
}
