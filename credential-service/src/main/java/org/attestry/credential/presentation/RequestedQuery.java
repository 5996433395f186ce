package org.attestry.credential.presentation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations.ReadCredentialTypeRequest;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.dcql.DcqlReader;
import org.attestry.credential.dcql.PresentedFormat;
import org.attestry.credential.issue.ReadCredentialType;
import org.attestry.runtime.json.Json;

/** Makes the query of a request: the sent one, or that of a type and its claims. */
public record RequestedQuery(ReadCredentialType types, CryptoWorkers compute) {

  static final String INVALID = "credential.presentation.invalid";

  private static final String DCQL = "/dcqlQuery";
  private static final Pattern CLAIM =
      Pattern.compile("^/dcqlQuery/credentials/0(/claims/\\d+)/path");
  private static final Pattern CREDENTIAL = Pattern.compile("^/dcqlQuery/credentials/0");

  /**
   * Fails INVALID with pointers into the request.
   *
   * @param dcqlQuery the sent query; null for that of {@code type}
   */
  Future<JsonBytes> of(
      JsonBytes dcqlQuery, String type, String policy, JsonBytes claims, CallContext context) {
    if (Stream.of(dcqlQuery, type).filter(one -> one != null).count() != 1) {
      throw invalid("", "oneOf", "Send a dcqlQuery, or a type with claims.");
    }
    if (type == null && (policy != null || claims != null)) {
      throw invalid("/type", "required", "policy and claims belong to a type: send it, too.");
    }
    return type == null
        ? compute.run(context.deadline(), () -> checked(dcqlQuery))
        : vct(type, policy, context)
            .compose(vct -> compute.run(context.deadline(), () -> ofType(vct, claims)));
  }

  private static JsonBytes checked(JsonBytes query) {
    DcqlReader.read(query, DCQL);
    return query;
  }

  private Future<String> vct(String type, String policy, CallContext context) {
    return types
        .handle(new ReadCredentialTypeRequest(type, policy), context)
        .map(metadata -> Json.read(metadata.document()).get("vct").textValue())
        .recover(
            failed ->
                Future.failedFuture(
                    FailureException.isOf(failed, FailureKind.NOT_FOUND)
                        ? invalid(
                            policy == null ? "/type" : "/policy",
                            "unknown",
                            "There are no credentials of such a type here.")
                        : failed));
  }

  private static JsonBytes ofType(String vct, JsonBytes claims) {
    ObjectNode query = Json.object();
    ObjectNode credential = query.putArray("credentials").addObject();
    credential.put("id", "credential").put("format", PresentedFormat.SD_JWT.identifier());
    credential.putObject("meta").putArray("vct_values").add(vct);
    if (claims != null) {
      credential.set("claims", paths(Json.parse(claims)));
    }
    try {
      return checked(Json.write(query));
    } catch (FailureException e) {
      throw pointingIntoClaims(e);
    }
  }

  private static ArrayNode paths(JsonNode claims) {
    if (!claims.isArray() || claims.isEmpty()) {
      throw invalid("/claims", "type", "claims is a list of names or paths that is not empty.");
    }
    ArrayNode paths = Json.array();
    for (JsonNode claim : claims) {
      ObjectNode one = paths.addObject();
      if (claim.isTextual()) {
        one.putArray("path").add(claim);
      } else {
        one.set("path", claim);
      }
    }
    return paths;
  }

  private static FailureException pointingIntoClaims(FailureException refusal) {
    Failure failure = refusal.failure();
    List<Violation> violations =
        failure.violations().stream()
            .map(one -> new Violation(pointer(one.pointer()), one.rule(), one.message()))
            .toList();
    return new Failure(failure.kind(), failure.code(), failure.message(), violations).exception();
  }

  private static String pointer(String ofQuery) {
    String ofClaim = CLAIM.matcher(ofQuery).replaceFirst("$1");
    return CREDENTIAL.matcher(ofClaim).replaceFirst("");
  }

  static FailureException invalid(String pointer, String rule, String message) {
    return FailureException.invalid(INVALID, pointer, rule, message);
  }
}
