package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.attestry.credential.canonical.CanonicalForm;
import org.attestry.credential.proof.SignedTerms;

/**
 * A document that a proof is on: it was read whole.
 *
 * @param document without proof
 * @param contexts those that it was read with beside the bundled ones, by address
 * @param form its canonical form
 * @param terms its statements as a credential
 */
public record SecuredDocument(
    ObjectNode document, Map<String, JsonNode> contexts, CanonicalForm form, SignedTerms terms) {}
