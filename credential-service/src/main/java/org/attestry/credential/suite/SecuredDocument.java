package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.attestry.credential.canonical.CanonicalForm;
import org.attestry.credential.proof.SignedTerms;

/**
 * A document with a proof, of which every part was read.
 *
 * @param document without proof
 * @param contexts the contexts that it was read with, beside the bundled ones, by address
 * @param form its canonical form
 * @param terms its statements as a credential
 */
public record SecuredDocument(
    ObjectNode document, Map<String, JsonNode> contexts, CanonicalForm form, SignedTerms terms) {}
