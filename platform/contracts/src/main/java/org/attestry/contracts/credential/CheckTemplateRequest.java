package org.attestry.contracts.credential;

import java.util.Map;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;

/**
 * @param credentialTemplate a JSON-LD template: an object, or its text as a JSON string
 * @param definition a self-contained draft-07 schema of the entities that fill it
 * @param attestationProperties alias to path of the attested values that fill the template of a
 *     policy; null if the entity fills it
 */
public record CheckTemplateRequest(
    JsonBytes credentialTemplate,
    JsonBytes definition,
    Map<String, FieldPath> attestationProperties) {}
