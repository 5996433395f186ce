package org.attestry.credential.draft;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;

/**
 * The claims that an SD-JWT discloses separately. The member {@code disclosable} of a template's
 * {@code proof} lists them, as JSON Pointers into {@code credentialSubject}.
 */
public final class DisclosableClaims {

  private static final String MEMBER = "disclosable";
  private static final int MOST = 100;
  private static final Set<String> ALWAYS_DISCLOSED = Set.of("id", "@id", "type", "@type");

  private DisclosableClaims() {}

  /**
   * Removes the list from a filled template, and the proof too if it has no other member.
   *
   * @param claims the object in which each pointer must have a value; null for no check
   * @return the pointers; null if the template has no list
   * @throws FailureException of kind INVALID with pointers into the template
   */
  public static List<String> takeFrom(ObjectNode filled, JsonNode claims) {
    if (!(filled.get("proof") instanceof ObjectNode proof) || !proof.has(MEMBER)) {
      return null;
    }
    List<Violation> violations = new ArrayList<>();
    List<JsonPointer> pointers = read(proof, claims, violations);
    if (!violations.isEmpty()) {
      throw FailureException.invalid("credential.template.invalid", violations);
    }
    proof.remove(MEMBER);
    if (proof.isEmpty()) {
      filled.remove("proof");
    }
    return pointers.stream().map(JsonPointer::toString).toList();
  }

  /**
   * @param claims the object in which each pointer must have a value; null for no check
   * @param violations gets the faults of the list
   */
  static List<JsonPointer> read(JsonNode proof, JsonNode claims, List<Violation> violations) {
    List<JsonPointer> pointers = new ArrayList<>();
    JsonNode listed = proof.path(MEMBER);
    if (!listed.isMissingNode() && !listed.isArray() || listed.size() > MOST) {
      String message = "List at most %d pointers into credentialSubject.".formatted(MOST);
      violations.add(new Violation("/proof/" + MEMBER, "type", message));
      return pointers;
    }
    for (int i = 0; i < listed.size(); i++) {
      JsonPointer pointer = pointer(listed.get(i).asText());
      boolean known = pointer != null && (claims == null || !claims.at(pointer).isMissingNode());
      if (!known || pointers.contains(pointer)) {
        String message = "This must be a JSON Pointer to a claim below credentialSubject, once.";
        violations.add(new Violation("/proof/" + MEMBER + "/" + i, "pointer", message));
      } else {
        pointers.add(pointer);
      }
    }
    return pointers;
  }

  private static JsonPointer pointer(String text) {
    try {
      return text.startsWith("/") ? JsonPointer.compile(text) : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * Returns the pointers that have a value.
   *
   * @param listed null for all of the subject except its id and type
   */
  static List<JsonPointer> of(List<String> listed, ObjectNode claims) {
    if (listed == null) {
      return claims.properties().stream()
          .map(member -> JsonPointer.empty().appendProperty(member.getKey()))
          .filter(DisclosableClaims::isByDefault)
          .toList();
    }
    return listed.stream()
        .map(JsonPointer::compile)
        .filter(pointer -> !claims.at(pointer).isMissingNode())
        .toList();
  }

  /** Says whether a claim is disclosed separately if the template has no list. */
  static boolean isByDefault(JsonPointer claim) {
    return claim.tail().matches() && !ALWAYS_DISCLOSED.contains(claim.getMatchingProperty());
  }
}
