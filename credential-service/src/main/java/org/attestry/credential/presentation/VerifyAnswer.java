package org.attestry.credential.presentation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.PresentationOperations.PresentedCredential;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.dcql.DcqlEvaluation;
import org.attestry.credential.dcql.DcqlQuery;
import org.attestry.credential.dcql.DcqlQuery.CredentialQuery;
import org.attestry.credential.dcql.DcqlReader;
import org.attestry.credential.dcql.DisclosedCredential;
import org.attestry.credential.dcql.PresentedFormat;
import org.attestry.credential.draft.SdJwts.Expected;
import org.attestry.credential.verify.Verified;
import org.attestry.credential.verify.VerifiedPresentation;
import org.attestry.credential.verify.VerifyPresented;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;

/**
 * Verifies a VP Token (OpenID4VP 1.0, section 8.6). It is accepted if each presentation in it was
 * made for this request and is signed by issuer and holder, and if together they are what the query
 * requests. Whether credentials are revoked, expired or of an issuer who is not trusted is in their
 * checks. All of it has the budget of one call.
 */
public record VerifyAnswer(
    VerifyPresented verify, AuthorityKeys authorities, CryptoWorkers compute) {

  private static final String HOLDER = "holder";
  private static final String VP_TOKEN = "/vp_token";

  /** Claims that say nothing about the subject, or that the result has under another name. */
  private static final Set<String> SD_JWT_CLAIMS =
      Set.of("iss", "iat", "nbf", "exp", "vct", "vct#integrity", "cnf", "status");

  private static final Set<String> DOCUMENT_MEMBERS =
      Set.of("@context", "proof", "credentialStatus", "cnf");

  /** Checks of a credential's later state, and of its issuer. */
  private static final Set<String> OF_CREDENTIAL =
      Set.of("issuer", "revocation", "suspension", "expiry");

  /** A presentation, its credential query, and its place in the token. */
  private record Sent(CredentialQuery wanted, JsonNode presentation, String pointer) {}

  /** A credential that was presented. */
  private record Found(CredentialQuery wanted, Verified credential) {}

  /**
   * Fails INVALID with pointers into the response.
   *
   * @param clientId the required audience of presentations
   */
  Future<List<PresentedCredential>> verify(
      StoredPresentation stored, JsonNode vpToken, String clientId, Deadline deadline) {
    Budget budget = CallBudget.until(deadline);
    List<Found> found = new ArrayList<>();
    return compute
        .run(
            deadline,
            () -> {
              DcqlQuery query = DcqlReader.read(stored.query(), "");
              return Map.entry(query, sent(query, vpToken));
            })
        .compose(
            read ->
                AsyncLoop.each(
                        read.getValue(),
                        one ->
                            presented(one, stored, clientId, budget, deadline)
                                .map(presented -> proven(one, presented))
                                .onSuccess(found::add))
                    .compose(
                        all -> compute.run(deadline, () -> fitting(read.getKey(), found, budget))));
  }

  private static List<Sent> sent(DcqlQuery query, JsonNode vpToken) {
    if (!vpToken.isObject() || vpToken.isEmpty()) {
      throw ReceivePresentation.refused(
          VP_TOKEN, "type", "A vp_token is a JSON object of lists of presentations.");
    }
    List<Sent> sent = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : vpToken.properties()) {
      String at = VP_TOKEN + "/" + JsonPointers.escape(entry.getKey());
      CredentialQuery wanted =
          query
              .credential(entry.getKey())
              .orElseThrow(
                  () ->
                      ReceivePresentation.refused(
                          VP_TOKEN, "query", "The query requests no credential of one id."));
      JsonNode presentations = entry.getValue();
      if (!presentations.isArray() || presentations.isEmpty()) {
        throw ReceivePresentation.refused(at, "type", "It must be a list of presentations.");
      }
      for (int i = 0; i < presentations.size(); i++) {
        sent.add(new Sent(wanted, presentations.get(i), at + "/" + i));
      }
    }
    if (sent.size() > DcqlReader.MOST_CREDENTIALS) {
      throw ReceivePresentation.refused(
          VP_TOKEN,
          "limit",
          "A vp_token has at most %d presentations.".formatted(DcqlReader.MOST_CREDENTIALS));
    }
    return sent;
  }

  private Future<VerifiedPresentation> presented(
      Sent sent, StoredPresentation stored, String clientId, Budget budget, Deadline deadline) {
    CredentialQuery wanted = sent.wanted();
    JsonNode presentation = sent.presentation();
    boolean right =
        wanted.format() == PresentedFormat.JSON_LD
            ? presentation.isObject()
            : presentation.isTextual();
    if (!right) {
      throw ReceivePresentation.refused(
          sent.pointer(), "format", "The presentation has another form than is requested.");
    }
    if (wanted.format() == PresentedFormat.SD_JWT) {
      Expected expected =
          Expected.inAnswer(stored.nonce(), clientId, wanted.holderBound(), stored.createdAt());
      return verify.sdJwt(presentation, expected, budget, deadline);
    }
    return wanted.holderBound()
        ? verify
            .presentation(presentation, stored.nonce(), clientId, budget, deadline)
            .recover(failed -> Future.failedFuture(asRefusal(failed, sent.pointer())))
        : verify.credential(presentation, budget, deadline);
  }

  /** Returns the refusal of a value that is no presentation. */
  private static Throwable asRefusal(Throwable failed, String pointer) {
    return FailureException.hasCode(failed, "credential.verify.invalid")
        ? ReceivePresentation.refused(
            pointer, "format", ((FailureException) failed).failure().message())
        : failed;
  }

  /**
   * Returns the one credential of a presentation with valid proofs.
   *
   * @throws FailureException of kind INVALID
   */
  private static Found proven(Sent sent, VerifiedPresentation presented) {
    List<Check> checks =
        Stream.concat(
                presented.checks().stream(),
                presented.credentials().stream()
                    .flatMap(credential -> credential.checks().stream()))
            .filter(check -> check.status() != Status.OK)
            .toList();
    Optional<Check> broken =
        checks.stream().filter(check -> !OF_CREDENTIAL.contains(check.check())).findFirst();
    if (broken.isPresent()) {
      String message =
          checks.stream()
              .map(check -> check.check() + ": " + check.reason())
              .collect(Collectors.joining(", "));
      throw ReceivePresentation.refused(sent.pointer(), broken.get().check(), message);
    }
    boolean one = presented.credentials().size() == 1;
    if (!one || !presented.credentials().getFirst().isProven()) {
      throw ReceivePresentation.refused(
          sent.pointer(), "credential", "A presentation has exactly one credential.");
    }
    return new Found(sent.wanted(), presented.credentials().getFirst());
  }

  private List<PresentedCredential> fitting(DcqlQuery query, List<Found> found, Budget budget) {
    Map<String, List<DisclosedCredential>> disclosed = new LinkedHashMap<>();
    for (Found one : found) {
      disclosed.computeIfAbsent(one.wanted().id(), first -> new ArrayList<>()).add(disclosed(one));
    }
    List<Violation> mismatches =
        new DcqlEvaluation(query, budget)
            .mismatches(disclosed).stream()
                .map(one -> new Violation(VP_TOKEN + one.pointer(), one.rule(), one.message()))
                .toList();
    if (!mismatches.isEmpty()) {
      throw FailureException.invalid("credential.presentation.refused", mismatches);
    }
    return found.stream().map(VerifyAnswer::shown).toList();
  }

  private DisclosedCredential disclosed(Found found) {
    Verified credential = found.credential();
    boolean bound =
        credential.checks().stream()
            .anyMatch(check -> check.check().equals(HOLDER) && check.status() == Status.OK);
    return new DisclosedCredential(
        format(found),
        types(found),
        authorities.in(credential.sent()),
        bound,
        credential.document());
  }

  private static PresentedFormat format(Found found) {
    if (found.wanted().format() == PresentedFormat.SD_JWT) {
      return PresentedFormat.SD_JWT;
    }
    return found.credential().sent().has("proof") ? PresentedFormat.JSON_LD : PresentedFormat.JWT;
  }

  private static Set<String> types(Found found) {
    return found.wanted().format() == PresentedFormat.SD_JWT
        ? Set.of(found.credential().document().path("vct").asText())
        : found.credential().terms().types();
  }

  private static PresentedCredential shown(Found found) {
    Verified credential = found.credential();
    boolean sdJwt = found.wanted().format() == PresentedFormat.SD_JWT;
    ObjectNode claims = credential.document().deepCopy();
    claims.remove(sdJwt ? SD_JWT_CLAIMS : DOCUMENT_MEMBERS);
    return new PresentedCredential(
        found.wanted().id(),
        found.wanted().format().identifier(),
        List.copyOf(new TreeSet<>(types(found))),
        credential.terms().issuer(),
        credential.isVerified(),
        credential.checks(),
        Json.write(claims));
  }
}
