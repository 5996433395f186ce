package org.attestry.contracts.credential;

import java.util.List;
import java.util.Map;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;

/**
 * @param credentialTemplate a JSON-LD template: an object, or its text as a JSON string
 * @param definition a self-contained draft-07 schema of the entities that fill it
 * @param attestationProperties alias to path of the attested values that fill the template of a
 *     policy; null if the entity fills it
 * @param signedFields the only fields of the entity that a credential may hold; empty for all
 */
public record CheckTemplateRequest(
    JsonBytes credentialTemplate,
    JsonBytes definition,
    Map<String, FieldPath> attestationProperties,
    List<FieldPath> signedFields) {

  public CheckTemplateRequest {
    signedFields = signedFields == null ? List.of() : List.copyOf(signedFields);
  }
}
