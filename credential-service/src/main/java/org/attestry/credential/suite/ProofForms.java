package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.credential.canonical.CanonicalForm;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.canonical.Canonicalizer.ReadDocument;
import org.attestry.credential.jose.InvalidProofException;
import org.attestry.credential.jsonld.Rules;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.fair.RecentMap;
import org.attestry.runtime.json.Json;

/**
 * Canonical forms of proofs without their values. The usual proofs of an issuer differ in {@code
 * created} only. If the contexts make this a typed literal, so do their canonical forms, and one
 * form with another time is enough. Safe for several threads.
 */
final class ProofForms {

  private static final int MOST = 200;
  private static final int LONGEST = 4_000;

  private static final String CONTEXT = "@context";
  private static final String CREATED = "created";
  private static final Set<String> ORDINARY =
      Set.of(
          CONTEXT, "type", "cryptosuite", CREATED, "verificationMethod", "proofPurpose", "nonce");
  private static final Pattern PLAIN_TIME =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?Z");
  private static final String ANY_TIME = "1000-01-01T00:00:00Z";
  private static final String PREDICATE = " <http://purl.org/dc/terms/created> ";
  private static final String LITERAL =
      PREDICATE + '"' + ANY_TIME + "\"^^<http://www.w3.org/2001/XMLSchema#dateTime> .\n";
  private static final String SECOND_BLANK_NODE = "_:c14n1";

  private final Canonicalizer canonicalizer;
  private final Map<String, String> timeless = new RecentMap<>(MOST);

  ProofForms(Canonicalizer canonicalizer) {
    this.canonicalizer = canonicalizer;
  }

  /**
   * @param options a proof without its value, with its contexts
   * @param contexts the contexts that are not bundled, by address
   * @throws InvalidProofException if its JSON names nodes by labels
   */
  CanonicalForm of(ObjectNode options, Map<String, JsonNode> contexts, Rules rules, Budget budget) {
    if (!isOrdinary(options)) {
      return read(options, contexts, rules, budget);
    }
    ObjectNode ofAnyTime = options.deepCopy().put(CREATED, ANY_TIME);
    String key = key(ofAnyTime, contexts, rules);
    if (key.length() > LONGEST || !isOnce(ANY_TIME, key)) {
      return read(options, contexts, rules, budget);
    }
    String known = find(key);
    String form = known == null ? read(ofAnyTime, contexts, rules, budget).nQuads() : known;
    if (!differsInTimeAlone(form)) {
      return read(options, contexts, rules, budget);
    }
    if (known == null && form.length() <= LONGEST) {
      keep(key, form);
    }
    return new CanonicalForm(form.replace(ANY_TIME, options.get(CREATED).textValue()));
  }

  private static boolean isOrdinary(ObjectNode options) {
    return options.properties().stream()
            .allMatch(
                member ->
                    ORDINARY.contains(member.getKey())
                        && (member.getValue().isTextual() || member.getKey().equals(CONTEXT)))
        && PLAIN_TIME.matcher(options.path(CREATED).asText()).matches();
  }

  /** Returns everything on which a canonical form depends. */
  private static String key(ObjectNode options, Map<String, JsonNode> contexts, Rules rules) {
    ObjectNode key = Json.object().put("rules", rules.name());
    key.set("options", options);
    key.putObject("contexts").setAll(contexts);
    return key.toString();
  }

  /**
   * Says whether the form for another time differs in one literal only. If two statements have one
   * predicate, their order depends on the time; if there are two blank nodes, so do their labels.
   */
  private static boolean differsInTimeAlone(String form) {
    return isOnce(PREDICATE, form)
        && isOnce(ANY_TIME, form)
        && form.contains(LITERAL)
        && !form.contains(SECOND_BLANK_NODE);
  }

  private static boolean isOnce(String part, String text) {
    return text.contains(part) && text.indexOf(part) == text.lastIndexOf(part);
  }

  private String find(String key) {
    synchronized (timeless) {
      return timeless.get(key);
    }
  }

  private void keep(String key, String form) {
    synchronized (timeless) {
      timeless.put(key, form);
    }
  }

  private CanonicalForm read(
      ObjectNode options, Map<String, JsonNode> contexts, Rules rules, Budget budget) {
    ReadDocument read = canonicalizer.read(options, contexts, rules, budget);
    if (read.terms().labelled()) {
      throw new InvalidProofException("proof.blank-node");
    }
    return read.form();
  }
}
