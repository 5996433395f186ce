package org.attestry.schema.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.runtime.json.JsonPointers;
import org.attestry.schema.document.Findings;
import org.attestry.schema.document.SchemaDocument;

/**
 * Finds {@code _osConfig}, either in a type's definition or, for all types, at the document's root.
 */
public final class ConfigPlacement {

  public static final String MEMBER = "_osConfig";

  private static final String AT_ROOT = "/" + MEMBER;
  private static final Set<String> NEARLY =
      Set.of("osConfig", "_osconfig", "_OsConfig", "os_config");

  private ConfigPlacement() {}

  /**
   * Returns the pointer to a type's configuration.
   *
   * @param definition the pointer to the type's definition
   */
  public static Optional<String> of(SchemaDocument document, String definition) {
    String inside = definition + "/" + MEMBER;
    if (isThere(document, inside)) {
      return Optional.of(inside);
    }
    return isThere(document, AT_ROOT) ? Optional.of(AT_ROOT) : Optional.empty();
  }

  /** Refuses configurations at other locations, where they would have no effect. */
  public static void check(SchemaDocument document, Findings findings) {
    Set<String> definitions = new TreeSet<>(document.types().values());
    Set<String> right = new TreeSet<>(Set.of(AT_ROOT));
    definitions.forEach(definition -> right.add(definition + "/" + MEMBER));
    document.eachSchema(
        findings.budget(),
        (schema, pointer) -> {
          String found = pointer + "/" + MEMBER;
          if (schema.has(MEMBER) && !right.contains(found)) {
            findings.refuse(
                found,
                "misplaced",
                "'_osConfig' stands inside the definition of a type or at the root of the document;"
                    + " move it there.");
          }
          checkAround(pointer, schema, findings);
        });
    boolean unused =
        isThere(document, AT_ROOT)
            && definitions.stream().allMatch(d -> isThere(document, d + "/" + MEMBER));
    if (unused) {
      findings.warn(
          AT_ROOT,
          "unused",
          "No type of this document uses the '_osConfig' at its root: it is not acted on.");
    }
  }

  private static void checkAround(String pointer, JsonNode schema, Findings findings) {
    findings.budget().spend();
    for (String member : ConfigMembers.OS_CONFIG.all()) {
      if (schema.has(member)) {
        findings.refuse(
            pointer + "/" + JsonPointers.escape(member),
            "misplaced",
            "'%s' belongs inside '_osConfig'; move it there.".formatted(member));
      }
    }
    for (String near : NEARLY) {
      if (schema.has(near)) {
        findings.refuse(
            pointer + "/" + near,
            "unknown",
            "'%s' is not known; did you mean '_osConfig'?".formatted(near));
      }
    }
  }

  private static boolean isThere(SchemaDocument document, String pointer) {
    return !document.at(pointer).isMissingNode();
  }
}
