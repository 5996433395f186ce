package org.attestry.adopt.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.attestry.adopt.incumbent.Revocation;
import org.attestry.adopt.report.AdoptFailure;
import org.attestry.adopt.report.Finding;
import org.attestry.adopt.report.Report;
import org.attestry.adopt.suite.Reply;
import org.attestry.adopt.suite.Suite;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;

/**
 * Verifies each credential here, and compares the result with the former system's: the proof is
 * valid, and it is revoked if and only if it was revoked there. Thread-safe.
 */
final class CredentialComparison {

  private static final int BATCH = 100;

  private final Suite suite;
  private final Report report;
  private final Set<String> revoked = new HashSet<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private long compared;

  private record Waiting(String credential, boolean revoked) {}

  CredentialComparison(Suite suite, Report report) {
    this.suite = suite;
    this.report = report;
  }

  /** Adds a revocation of the former system; all are added before {@link #add}. */
  synchronized void addRevocation(Revocation revocation) {
    if (revocation.signedData() != null && revocation.signedData().startsWith("{")) {
      revoked.add(fingerprint(revocation.signedData()));
      add(new Waiting(revocation.signedData(), true));
    }
  }

  /** Adds a credential that is in force there, unless there is a revocation of it. */
  synchronized void add(String credential) {
    if (!revoked.contains(fingerprint(credential))) {
      add(new Waiting(credential, false));
    }
  }

  private void add(Waiting credential) {
    waiting.add(credential);
    if (waiting.size() == BATCH) {
      flush();
    }
  }

  /** Verifies the rest. */
  synchronized void flush() {
    if (waiting.isEmpty()) {
      return;
    }
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (Waiting each : waiting) {
      ObjectNode line = Json.object().put("signedCredentials", each.credential());
      lines.writeBytes(line.toString().getBytes(StandardCharsets.UTF_8));
      lines.write('\n');
    }
    Reply reply = suite.postLines("/api/v1/verify", lines.toByteArray());
    if (!reply.isOk()) {
      throw new AdoptFailure("Credentials were not verified: " + reply.failure());
    }
    JsonNode[] results = reply.lines();
    for (int i = 0; i < waiting.size(); i++) {
      compare(waiting.get(i), i < results.length ? results[i] : Json.object());
    }
    compared += waiting.size();
    waiting.clear();
  }

  synchronized long compared() {
    return compared;
  }

  private void compare(Waiting credential, JsonNode result) {
    boolean proven = "OK".equals(status(result, "proof")) && "OK".equals(status(result, "issuer"));
    String revocation = status(result, "revocation");
    boolean right = proven && (credential.revoked() ? "NOK" : "OK").equals(revocation);
    if (!right) {
      report.add(
          Finding.DIFFERENT,
          "Credential of " + subject(credential.credential()),
          "there %s, here %s"
              .formatted(
                  credential.revoked() ? "revoked" : "valid",
                  result.has("checks") ? result.path("checks") : result));
    }
  }

  private static String status(JsonNode result, String name) {
    for (JsonNode check : result.path("checks")) {
      if (check.path("check").asText().equals(name)) {
        return check.path("status").asText();
      }
    }
    return "";
  }

  private static String subject(String credential) {
    JsonNode document = Json.read(JsonBytes.of(credential));
    return document.has("id")
        ? document.path("id").asText()
        : document.path("credentialSubject").toString();
  }

  /** Returns a hash of the proof's value, which is the same in each spelling of the document. */
  private static String fingerprint(String credential) {
    JsonNode proof = proof(credential);
    return Sha256.hex(proof.path("jws").asText(proof.path("proofValue").asText(credential)));
  }

  private static JsonNode proof(String credential) {
    JsonNode document =
        credential.startsWith("{")
            ? Json.read(JsonBytes.of(credential))
            : TextNode.valueOf(credential);
    JsonNode proof = document.path("proof");
    return proof.isArray() ? proof.path(0) : proof;
  }
}
