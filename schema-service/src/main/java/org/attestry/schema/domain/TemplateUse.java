package org.attestry.schema.domain;

import java.util.List;
import java.util.Map;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations.TemplateRead;

/**
 * A credential template with its data.
 *
 * @param pointer of the template in the document
 * @param definition of the type whose entities fill it
 * @param aliases of the attestation policy that fills it, or null for the entity itself
 * @param signedFields the only fields of the entity that fill it; empty for all
 */
record TemplateUse(
    String pointer,
    JsonBytes template,
    JsonBytes definition,
    Map<String, FieldPath> aliases,
    List<FieldPath> signedFields) {

  /**
   * A template that credentials can be made with, and what it reads.
   *
   * @param warnings with pointers into the document
   */
  record Checked(TemplateUse use, List<TemplateRead> reads, List<Violation> warnings) {}
}
