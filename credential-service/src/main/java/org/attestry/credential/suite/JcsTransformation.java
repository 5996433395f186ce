package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attestry.credential.canonical.Jcs;
import org.attestry.credential.jose.InvalidProofException;
import org.attestry.credential.jsonld.Rules;
import org.attestry.credential.proof.ProofTerms;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.identifier.Sha256;

/**
 * Writes documents and proofs as canonical JSON (RFC 8785; W3C Data Integrity EdDSA Cryptosuites
 * 1.0, section 3.3), with their contexts.
 */
final class JcsTransformation implements Transformation {

  @Override
  public boolean coversJson() {
    return true;
  }

  @Override
  public byte[] hash(SecuredDocument document) {
    return Sha256.of(Jcs.of(document.document()));
  }

  @Override
  public void complete(ObjectNode options, SecuredDocument document) {
    options.set("@context", document.document().path("@context"));
  }

  /**
   * Refuses a proof whose contexts are only the first of the document's, because the others would
   * stay unsigned.
   */
  @Override
  public Options read(ObjectNode options, SecuredDocument document, Rules rules, Budget budget) {
    JsonNode contexts = document.document().path("@context");
    if (options.has("@context") && !options.get("@context").equals(contexts)) {
      throw new InvalidProofException("proof.context");
    }
    for (Map.Entry<String, JsonNode> member : options.properties()) {
      if (!member.getKey().equals("@context") && !member.getValue().isTextual()) {
        throw new InvalidProofException("proof.members");
      }
    }
    budget.spend(options.size());
    return new Options(Sha256.of(Jcs.of(options)), terms(options));
  }

  private static ProofTerms terms(ObjectNode options) {
    return new ProofTerms(
        text(options, "created"),
        List.of(),
        all(options, "expires"),
        text(options, "nonce"),
        text(options, "challenge"),
        all(options, "domain"),
        true);
  }

  private static String text(ObjectNode options, String member) {
    return options.path(member).textValue();
  }

  private static List<String> all(ObjectNode options, String member) {
    List<String> found = new ArrayList<>();
    if (options.has(member)) {
      found.add(options.get(member).textValue());
    }
    return found;
  }
}
