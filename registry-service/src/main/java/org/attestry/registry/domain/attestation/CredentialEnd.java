package org.attestry.registry.domain.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.TimeText;

/** The end of a credential's validity. */
final class CredentialEnd {

  private CredentialEnd() {}

  /**
   * Returns {@code validUntil} (data model 2.0, section 4.9) or {@code expirationDate} (data model
   * 1.1, section 4.6) in milliseconds; null if the credential has no end, or if it is null.
   *
   * @param credential the credential as a JSON string, or null
   */
  static Instant of(String credential) {
    if (credential == null || credential.isEmpty()) {
      return null;
    }
    JsonNode signed = Json.read(JsonBytes.of(credential));
    JsonNode end = signed.path("validUntil");
    return TimeText.parse((end.isTextual() ? end : signed.path("expirationDate")).asText())
        .map(OffsetDateTime::toInstant)
        .map(instant -> instant.truncatedTo(ChronoUnit.MILLIS))
        .orElse(null);
  }
}
