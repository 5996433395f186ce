package org.attestry.schema.lint;

import java.util.List;
import java.util.Map;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations.TemplateRead;

/**
 * A credential template, together with the fields that may fill it.
 *
 * @param pointer the pointer to the template in the document
 * @param definition the definition of the type whose entities fill the template
 * @param aliases the aliases of the attestation policy whose values fill the template; null if the
 *     entity itself fills it
 * @param signedFields the only fields of the entity that fill the template; empty for all
 */
public record TemplateUse(
    String pointer,
    JsonBytes template,
    JsonBytes definition,
    Map<String, FieldPath> aliases,
    List<FieldPath> signedFields) {

  /**
   * A template that credentials can be made with, and the values that it reads.
   *
   * @param warnings warnings with pointers into the document
   */
  public record Checked(TemplateUse use, List<TemplateRead> reads, List<Violation> warnings) {}
}
