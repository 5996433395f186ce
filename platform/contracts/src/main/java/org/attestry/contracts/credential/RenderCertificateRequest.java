package org.attestry.contracts.credential;

import java.util.Map;
import org.attestry.contracts.JsonBytes;

/**
 * @param entityType the type of the entity that the certificate is about
 * @param mediaType {@code text/html}, {@code application/pdf} or {@code image/svg+xml}
 * @param definition the type's draft-07 schema; null if unknown
 * @param entity what the caller sees of the entity; null for the subject of the credential
 * @param credential the signed credential as text, empty for a revoked one, null for none
 * @param templates key to the id of the version of each template that may be used
 * @param templateKey which of them to use; null for the usual one of the media type
 */
public record RenderCertificateRequest(
    String entityType,
    String mediaType,
    JsonBytes definition,
    JsonBytes entity,
    String credential,
    Map<String, String> templates,
    String templateKey) {

  public RenderCertificateRequest {
    templates = templates == null ? Map.of() : Map.copyOf(templates);
  }
}
