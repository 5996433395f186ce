package org.attestry.contracts.credential;

import java.util.Map;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;

/**
 * @param credentialTemplate a JSON-LD template: an object, or its text as a JSON string
 * @param definition a self-contained draft-07 schema of the entities that fill it
 * @param attestationProperties alias to path of what fills the template of a policy; null where the
 *     entity does
 */
public record CheckTemplateRequest(
    JsonBytes credentialTemplate,
    JsonBytes definition,
    Map<String, FieldPath> attestationProperties) {}
