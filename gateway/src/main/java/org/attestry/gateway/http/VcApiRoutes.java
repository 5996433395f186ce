package org.attestry.gateway.http;

import static org.attestry.contracts.credential.CredentialOperations.FIND_ISSUED;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_PRESENTATION;
import static org.attestry.contracts.registry.EntityOperations.REINSTATE_CREDENTIAL;
import static org.attestry.contracts.registry.EntityOperations.REVOKE_CREDENTIAL;
import static org.attestry.contracts.registry.EntityOperations.SUSPEND_CREDENTIAL;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attestry.contracts.Done;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.FindIssuedRequest;
import org.attestry.contracts.credential.CredentialOperations.IssuedPlace;
import org.attestry.contracts.credential.CredentialOperations.PresentationView;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerifyPresentationRequest;
import org.attestry.contracts.registry.EntityOperations.ReinstateCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.RevokeCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.SuspendCredentialRequest;
import org.attestry.runtime.json.Json;

/** The W3C's interface of issuers and verifiers (VCALM, formerly VC API). */
public final class VcApiRoutes {

  private static final int CREATED = 201;

  /** Adds the handlers of the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put("signCredentialAsVcApi", this::signCredential);
    handlers.put("verifyCredentialAsVcApi", this::verifyCredential);
    handlers.put("revokeCredentialAsVcApi", this::changeStatus);
    handlers.put("verifyPresentation", this::verifyPresentation);
  }

  private Future<Reply> signCredential(Call call) {
    JsonBytes credential = call.body(Issue.class).credential();
    return call.request(SIGN_CREDENTIAL, new SignCredentialRequest(null, null, credential))
        .map(signed -> Json.write(new Issued(signed.credential())))
        .map(issued -> Reply.plain(CREATED, issued));
  }

  private Future<Reply> verifyCredential(Call call) {
    Verify sent = call.body(Verify.class);
    return call.request(VERIFY_CREDENTIAL, new VerifyCredentialRequest(sent.verifiableCredential()))
        .map(VerifiedCredential::of)
        .map(Reply::plain);
  }

  private Future<Reply> verifyPresentation(Call call) {
    Present sent = call.body(Present.class);
    Options options = sent.options() == null ? new Options(null, null) : sent.options();
    return call.request(
            VERIFY_PRESENTATION,
            new VerifyPresentationRequest(
                sent.verifiablePresentation(), options.challenge(), options.domain()))
        .map(VerifiedPresentation::of)
        .map(Reply::plain);
  }

  /**
   * Finds the credential's entity by the credential's id; the registry decides whether the status
   * may be changed.
   */
  private Future<Reply> changeStatus(Call call) {
    ChangeStatus sent = call.body(ChangeStatus.class);
    return call.request(FIND_ISSUED, new FindIssuedRequest(sent.credentialId()))
        .compose(issued -> change(sent, issued, call))
        .map(done -> Reply.empty());
  }

  private Future<Done> change(ChangeStatus sent, IssuedPlace issued, Call call) {
    String type = issued.entityType();
    String entity = issued.entityId();
    String id = sent.credentialId();
    if (sent.credentialStatus().statusPurpose().equals("suspension")) {
      return sent.status()
          ? call.request(SUSPEND_CREDENTIAL, new SuspendCredentialRequest(type, entity, id))
          : call.request(REINSTATE_CREDENTIAL, new ReinstateCredentialRequest(type, entity, id));
    }
    if (!sent.status()) {
      throw irrevocable();
    }
    return call.request(REVOKE_CREDENTIAL, new RevokeCredentialRequest(type, entity, id));
  }

  private static FailureException irrevocable() {
    return FailureException.invalid(
        "gateway.status.irrevocable",
        "/status",
        "const",
        "A revoked credential stays so; suspend it where it shall be valid again.");
  }

  record Issue(JsonBytes credential) {}

  record Issued(JsonBytes verifiableCredential) {}

  record Verify(JsonBytes verifiableCredential) {}

  record Present(JsonBytes verifiablePresentation, Options options) {}

  record Options(String challenge, String domain) {}

  record ChangeStatus(String credentialId, RequestedStatus credentialStatus, boolean status) {}

  record RequestedStatus(String type, String statusPurpose) {}

  /**
   * The reason why a credential or presentation is not verified (RFC 9457; W3C Verifiable
   * Credentials Data Model 2.0, 7.1).
   */
  record ProblemDetails(String type, String title, String detail) {

    private static final String DATA_MODEL = "https://www.w3.org/TR/vc-data-model#";
    private static final String SECURITY = "https://w3id.org/security#";

    static List<ProblemDetails> of(Stream<Check> checks) {
      return checks
          .filter(check -> check.status() != Status.OK)
          .map(check -> new ProblemDetails(type(check.check()), check.check(), check.reason()))
          .toList();
    }

    private static String type(String check) {
      return switch (check) {
        case "proof" -> DATA_MODEL + "CRYPTOGRAPHIC_SECURITY_ERROR";
        case "expiry" -> DATA_MODEL + "RANGE_ERROR";
        case "challenge" -> SECURITY + "INVALID_CHALLENGE_ERROR";
        case "domain" -> SECURITY + "INVALID_DOMAIN_ERROR";
        default -> "urn:attestry:problem:verification." + check;
      };
    }
  }

  /** The result of verifying a credential. */
  record VerifiedCredential(
      boolean verified, List<Check> checks, List<ProblemDetails> problemDetails) {

    static VerifiedCredential of(VerificationView found) {
      return new VerifiedCredential(
          found.verified(), found.checks(), ProblemDetails.of(found.checks().stream()));
    }
  }

  /**
   * The result of verifying a presentation.
   *
   * @param holder the DID whose key signed the presentation; null unless its proof is valid
   */
  record VerifiedPresentation(
      boolean verified,
      String holder,
      List<Check> checks,
      List<VerifiedCredential> credentialResults,
      List<ProblemDetails> problemDetails) {

    static VerifiedPresentation of(PresentationView found) {
      List<VerifiedCredential> credentials =
          found.credentials().stream().map(VerifiedCredential::of).toList();
      return new VerifiedPresentation(
          found.verified(),
          found.holder(),
          found.checks(),
          credentials,
          ProblemDetails.of(found.checks().stream()));
    }
  }
}
