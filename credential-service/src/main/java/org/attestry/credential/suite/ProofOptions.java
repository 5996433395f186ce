package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.attestry.credential.canonical.CanonicalForm;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.canonical.Canonicalizer.ReadDocument;
import org.attestry.credential.jose.InvalidProofException;
import org.attestry.credential.jsonld.Rules;
import org.attestry.runtime.fair.Budget;

/**
 * The canonical form of a proof without its value. Its context is security/v2, not the document's:
 * the scoped context of RsaSignature2018 in credentials/v1 gives other, wrong IRIs.
 */
final class ProofOptions {

  static final String SECURITY_V2 = "https://w3id.org/security/v2";

  private static final List<String> VALUES = List.of("jws", "proofValue", "signatureValue");
  private static final int PLAIN_MEMBERS = 5;
  private static final Pattern PLAIN_NONCE = Pattern.compile("[A-Za-z0-9-]+");
  private static final Pattern DATE_TIME =
      Pattern.compile(
          "-?\\d{4,}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})?");
  private static final Pattern PLAIN_IRI =
      Pattern.compile("(https?|did|urn):[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]+");
  private static final String SECURITY = "https://w3id.org/security#";
  private static final String CANONICAL =
      """
      _:c14n0 <http://purl.org/dc/terms/created> "%s"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
      _:c14n0 <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <%sRsaSignature2018> .
      %s_:c14n0 <%sproofPurpose> <%sassertionMethod> .
      _:c14n0 <%sverificationMethod> <%s> .
      """;
  private static final String NONCE = "_:c14n0 <%snonce> \"%s\" .\n";

  private ProofOptions() {}

  /** Writes the statements of a usual proof directly; the canonicalizer writes all others. */
  static CanonicalForm canonicalize(ObjectNode proof, Canonicalizer canonicalizer, Budget budget) {
    return isPlain(proof) ? plain(proof) : full(proof, canonicalizer, budget);
  }

  static CanonicalForm plain(ObjectNode proof) {
    return new CanonicalForm(
        CANONICAL.formatted(
            text(proof, "created"),
            SECURITY,
            proof.has("nonce") ? NONCE.formatted(SECURITY, text(proof, "nonce")) : "",
            SECURITY,
            SECURITY,
            SECURITY,
            text(proof, "verificationMethod")));
  }

  static CanonicalForm full(ObjectNode proof, Canonicalizer canonicalizer, Budget budget) {
    ObjectNode options = proof.deepCopy();
    options.remove(VALUES);
    options.put("@context", SECURITY_V2);
    ReadDocument read = canonicalizer.read(options, Map.of(), Rules.VERIFY, budget);
    if (read.terms().labelled()) {
      throw new InvalidProofException("proof.blank-node");
    }
    return read.form();
  }

  static boolean isPlain(ObjectNode proof) {
    boolean nonce = PLAIN_NONCE.matcher(text(proof, "nonce")).matches();
    return proof.size() == PLAIN_MEMBERS + (nonce ? 1 : 0)
        && proof.path("jws").isTextual()
        && text(proof, "type").equals(RsaSignature2018.TYPE)
        && text(proof, "proofPurpose").equals(ProofSuite.ASSERTION)
        && DATE_TIME.matcher(text(proof, "created")).matches()
        && PLAIN_IRI.matcher(text(proof, "verificationMethod")).matches();
  }

  private static String text(ObjectNode proof, String member) {
    JsonNode value = proof.path(member);
    return value.isTextual() ? value.textValue() : "";
  }
}
