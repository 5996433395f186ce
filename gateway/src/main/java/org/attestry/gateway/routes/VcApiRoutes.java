package org.attestry.gateway.routes;

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
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.Reply;
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
    requireNoJsonText(sent.verifiableCredential());
    var request = new VerifyCredentialRequest(sent.verifiableCredential()).checksOnly();
    return call.request(VERIFY_CREDENTIAL, request)
        .map(found -> VerifiedCredential.of(found, sent))
        .map(Reply::plain);
  }

  /** A secured document is a map, not the text of one (W3C Data Integrity 1.0, section 4.4). */
  private static void requireNoJsonText(JsonBytes credential) {
    boolean text = credential.utf8()[0] == '"';
    if (text && Json.parse(credential).textValue().strip().startsWith("{")) {
      throw FailureException.invalid(
          "gateway.body.invalid",
          "/verifiableCredential",
          "type",
          "Send the credential as a JSON object, not as its text; a text is a JWT or SD-JWT.");
    }
  }

  private Future<Reply> verifyPresentation(Call call) {
    Present sent = call.body(Present.class);
    Options options = sent.options() == null ? Options.NONE : sent.options();
    return call.request(
            VERIFY_PRESENTATION,
            new VerifyPresentationRequest(
                sent.verifiablePresentation(), options.challenge(), options.domain()))
        .map(found -> VerifiedPresentation.of(found, sent.verifiablePresentation(), options))
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
    String reason = sent.reason();
    if (sent.credentialStatus().statusPurpose().equals("suspension")) {
      return sent.status()
          ? call.request(
              SUSPEND_CREDENTIAL,
              new SuspendCredentialRequest(
                  type, entity, id, null, null, StatusChange.end(sent.until()), reason))
          : call.request(
              REINSTATE_CREDENTIAL,
              new ReinstateCredentialRequest(type, entity, id, null, null, reason));
    }
    if (!sent.status()) {
      throw irrevocable();
    }
    return call.request(
        REVOKE_CREDENTIAL, new RevokeCredentialRequest(type, entity, id, null, null, reason));
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

  record Verify(JsonBytes verifiableCredential, Returned options) {}

  /** What the reply holds beside the checks; null for what the draft says by default. */
  record Returned(Boolean returnCredential, Boolean returnProblemDetails, Boolean returnResults) {}

  record Present(JsonBytes verifiablePresentation, Options options) {}

  record Options(
      String challenge, String domain, Boolean returnPresentation, Boolean returnProblemDetails) {

    static final Options NONE = new Options(null, null, null, null);
  }

  record ChangeStatus(
      String credentialId,
      RequestedStatus credentialStatus,
      boolean status,
      String reason,
      String until) {}

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

  /**
   * The result of verifying a credential.
   *
   * @param problemDetails null where they are not wanted
   * @param credential as it was sent, where it is wanted, else null
   * @param results null where they are not wanted
   */
  record VerifiedCredential(
      boolean verified,
      List<Check> checks,
      List<ProblemDetails> problemDetails,
      JsonBytes credential,
      VerificationResults results) {

    static VerifiedCredential of(VerificationView found) {
      return of(found, new Verify(null, null));
    }

    static VerifiedCredential of(VerificationView found, Verify sent) {
      Returned options = sent.options();
      boolean problems = options == null || !Boolean.FALSE.equals(options.returnProblemDetails());
      boolean credential = options != null && Boolean.TRUE.equals(options.returnCredential());
      boolean results = options != null && Boolean.TRUE.equals(options.returnResults());
      return new VerifiedCredential(
          found.verified(),
          found.checks(),
          problems ? ProblemDetails.of(found.checks().stream()) : null,
          credential ? sent.verifiableCredential() : null,
          results ? VerificationResults.of(found, sent.verifiableCredential()) : null);
    }
  }

  /**
   * The result of verifying a presentation.
   *
   * @param verifiablePresentation as it was sent, where it is wanted, else null
   * @param holder the DID whose key signed the presentation; null unless its proof is valid
   * @param problemDetails null where they are not wanted
   */
  record VerifiedPresentation(
      boolean verified,
      JsonBytes verifiablePresentation,
      String holder,
      List<Check> checks,
      List<VerifiedCredential> credentialResults,
      List<ProblemDetails> problemDetails) {

    static VerifiedPresentation of(PresentationView found, JsonBytes sent, Options options) {
      List<VerifiedCredential> credentials =
          found.credentials().stream().map(VerifiedCredential::of).toList();
      boolean problems = !Boolean.FALSE.equals(options.returnProblemDetails());
      return new VerifiedPresentation(
          found.verified(),
          Boolean.TRUE.equals(options.returnPresentation()) ? sent : null,
          found.holder(),
          found.checks(),
          credentials,
          problems ? ProblemDetails.of(found.checks().stream()) : null);
    }
  }
}
