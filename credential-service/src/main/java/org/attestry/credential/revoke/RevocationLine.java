package org.attestry.credential.revoke;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.proof.Proofs.Opened;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.TimeText;

/**
 * A line of an import of revocations, read and checked.
 *
 * @param revocation the members of the line
 * @param credential the credential in {@code signedData}, without its envelope, or null
 */
record RevocationLine(ImportedRevocation revocation, ObjectNode credential) {

  private static final Set<String> MEMBERS =
      Set.of("credentialId", "signedHash", "signedData", "revokedAt");
  private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);
  private static final Pattern HASH = Pattern.compile("[0-9a-fA-F]{64}");

  /** An SD-JWT, with a key binding or without (RFC 9901, section 4). */
  private static final Pattern SD_JWT = Pattern.compile("[A-Za-z0-9_.-]+~[A-Za-z0-9_.~-]*");

  /** The longest id in bytes. An index entry of the database has at most 2,704. */
  private static final int LONGEST_ID = 2_000;

  /**
   * @param now a revocation more than 5 minutes later is refused
   * @param proofs open envelopes
   * @throws FailureException of kind INVALID with a pointer into the line
   */
  static RevocationLine of(int number, String text, Instant now, Proofs proofs) {
    JsonNode line = Json.parse(JsonBytes.of(text));
    if (!line.isObject()) {
      throw invalid("", "type", "A line must be a JSON object.");
    }
    refuseUnknown(line);
    ObjectNode credential = credential(line.path("signedData"), proofs);
    String id = id(line.path("credentialId"), credential);
    String hash = hash(line.path("signedHash"));
    if (id == null && hash == null && credential == null) {
      throw invalid(
          "", "required", "A line must have credentialId, signedHash or signedData, or several.");
    }
    return new RevocationLine(
        new ImportedRevocation(number, id, hash, time(line.path("revokedAt"), now)), credential);
  }

  private static void refuseUnknown(JsonNode line) {
    for (Iterator<String> names = line.fieldNames(); names.hasNext(); ) {
      if (!MEMBERS.contains(names.next())) {
        throw invalid(
            "", "unknown", "A line has credentialId, signedHash, signedData and revokedAt only.");
      }
    }
  }

  private static ObjectNode credential(JsonNode signed, Proofs proofs) {
    if (signed.isMissingNode() || signed.isNull()) {
      return null;
    }
    JsonNode read = signed.isTextual() ? read(signed) : signed;
    Optional<Opened> opened = proofs.opened(read);
    if (opened.isPresent()) {
      return inEnvelope(opened.get());
    }
    if (read instanceof ObjectNode object) {
      return object;
    }
    throw invalid(
        "/signedData", "type", "signedData must be a credential, or its text, such as a JWT.");
  }

  /** Returns the JSON object in a text, or the text of an envelope. */
  private static JsonNode read(JsonNode signed) {
    String text = signed.textValue();
    refuseSdJwt(text);
    return text.stripLeading().startsWith("{") ? Json.parse(JsonBytes.of(text)) : signed;
  }

  /** Refuses an SD-JWT: its disclosures may differ each time, and it has no signed statements. */
  private static void refuseSdJwt(String text) {
    if (SD_JWT.matcher(text).matches()) {
      throw invalid(
          "/signedData",
          "sd-jwt",
          "An SD-JWT has neither id nor canonical form: its issuer revokes it in the status list"
              + " that it names.");
    }
  }

  private static ObjectNode inEnvelope(Opened opened) {
    if (opened.credential() == null) {
      throw invalid(
          "/signedData",
          "envelope",
          "The envelope cannot be opened (%s): send the credential that is in it, or its id."
              .formatted(opened.refusal().reason()));
    }
    return opened.credential();
  }

  private static String id(JsonNode given, ObjectNode credential) {
    JsonNode id = given.isMissingNode() && credential != null ? credential.path("id") : given;
    if (id.isMissingNode() || id.isNull()) {
      return null;
    }
    String text = id.asText();
    if (!id.isTextual() || text.getBytes(StandardCharsets.UTF_8).length > LONGEST_ID) {
      throw invalid("/credentialId", "type", "credentialId must be a text of up to 2,000 bytes.");
    }
    if (!AbsoluteIri.is(text)) {
      throw invalid(
          "/credentialId",
          "format",
          "credentialId must be the id of a credential, an IRI such as urn:uuid:"
              + "0190163d-8694-739b-aea5-966c26f8ad91, without blanks.");
    }
    return text;
  }

  private static String hash(JsonNode given) {
    if (given.isMissingNode() || given.isNull()) {
      return null;
    }
    if (!given.isTextual() || !HASH.matcher(given.textValue()).matches()) {
      throw invalid(
          "/signedHash",
          "format",
          "signedHash must be the SHA-256 of the canonical form in hex; of a credential with"
              + " another hash send signedData.");
    }
    return given.textValue().toLowerCase(Locale.ROOT);
  }

  private static Instant time(JsonNode given, Instant now) {
    if (given.isMissingNode() || given.isNull()) {
      return null;
    }
    Instant time =
        TimeText.parse(given.asText())
            .orElseThrow(
                () ->
                    invalid(
                        "/revokedAt",
                        "format",
                        "revokedAt must be a time such as 2026-01-02T03:04:05Z."))
            .toInstant();
    if (time.isAfter(now.plus(CLOCK_SKEW))) {
      throw invalid("/revokedAt", "future", "revokedAt must not be in the future.");
    }
    return time;
  }

  static FailureException invalid(String pointer, String rule, String message) {
    return FailureException.invalid("credential.revocations.invalid", pointer, rule, message);
  }
}
