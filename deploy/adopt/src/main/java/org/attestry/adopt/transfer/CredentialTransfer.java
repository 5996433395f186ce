package org.attestry.adopt.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.attestry.adopt.credentials.Survey;
import org.attestry.adopt.credentials.VerificationKey;
import org.attestry.adopt.incumbent.FormerSystem;
import org.attestry.adopt.incumbent.Revocation;
import org.attestry.adopt.records.AdoptionLines;
import org.attestry.adopt.report.Finding;
import org.attestry.adopt.report.Report;
import org.attestry.adopt.schemas.TemplateSource;
import org.attestry.adopt.suite.LineBatches;
import org.attestry.adopt.suite.Reply;
import org.attestry.adopt.suite.Suite;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** Brings contexts, public keys and revocations, in this order. */
final class CredentialTransfer {

  private final Suite suite;
  private final Report report;

  CredentialTransfer(Suite suite, Report report) {
    this.suite = suite;
    this.report = report;
  }

  void importContexts(Survey survey, TemplateSource source) {
    survey
        .contextAddresses()
        .forEach((address, issuers) -> importContext(address, issuers, source));
  }

  private void importContext(String address, Set<String> issuers, TemplateSource source) {
    Optional<JsonNode> document = source.fetch(address).flatMap(CredentialTransfer::context);
    if (document.isEmpty()) {
      report.add(
          Finding.LOST,
          "Context " + address,
          "It cannot be had, so credentials that name it do not verify; upload it.");
      return;
    }
    ObjectNode body = Json.object().put("address", address);
    body.set("document", document.get());
    ArrayNode listed = body.putArray("issuers");
    issuers.stream().filter(issuer -> issuer.startsWith("did:")).forEach(listed::add);
    Reply reply = suite.post("/api/v1/contexts", Json.write(body));
    if (!reply.isOk()) {
      report.add(Finding.REFUSED, "Context " + address, reply.failure());
    }
  }

  private static Optional<JsonNode> context(String text) {
    try {
      return Optional.of(Json.parse(JsonBytes.of(text))).filter(json -> json.has("@context"));
    } catch (RuntimeException noJson) {
      return Optional.empty();
    }
  }

  void importKeys(List<VerificationKey> keys, Survey survey) {
    for (VerificationKey key : keys) {
      ObjectNode body =
          Json.object()
              .put("issuer", key.issuer())
              .put("verificationMethod", key.verificationMethod());
      if (key.jwk() == null) {
        body.put("publicKeyPem", key.publicKeyPem());
      } else {
        body.set("publicKeyJwk", key.jwk());
      }
      Set<JsonNode> inline = survey.inlineContexts(key.verificationMethod());
      if (!inline.isEmpty()) {
        ArrayNode contexts = body.putArray("contexts");
        inline.forEach(contexts::add);
      }
      Reply reply = suite.post("/api/v1/issuers/keys", Json.write(body));
      if (!reply.isOk()) {
        report.add(Finding.REFUSED, "Key " + key.verificationMethod(), reply.failure());
      }
    }
  }

  void importRevocations(FormerSystem former) {
    LineBatches batches =
        new LineBatches(
            suite,
            "/api/v1/RevokedCredential/import",
            (line, error) ->
                report.add(
                    Finding.REFUSED,
                    "Revocation",
                    "%s: %s (%s)"
                        .formatted(
                            error.path("rule").asText(),
                            error.path("message").asText(),
                            named(line))));
    former.revocations(revocation -> add(batches, revocation));
    batches.flush();
    report.add(
        Finding.COUNT,
        "Revocations",
        "%d imported, %d known before".formatted(batches.imported(), batches.known()));
  }

  private void add(LineBatches batches, Revocation revocation) {
    ObjectNode line = AdoptionLines.revocation(revocation);
    if (line == null) {
      report.add(
          Finding.LOST,
          "Revocation " + revocation.osid(),
          "It names no credential but a hash of its JSON, which other systems do not compute.");
    } else {
      batches.add(line);
    }
  }

  private static String named(ObjectNode line) {
    if (line == null) {
      return "";
    }
    JsonNode signed = line.path("signedData");
    return line.has("credentialId")
        ? line.path("credentialId").asText()
        : signed.path("credentialSubject").toString();
  }
}
