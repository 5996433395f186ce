package org.attestry.schema.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.regex.Pattern;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;

/**
 * Makes the checks that apply to drafts too: size limits, conformance to draft-07, names of types.
 */
public record DocumentCheck(ReservedNames reserved) {

  private static final Pattern DRAFT_07 =
      Pattern.compile("https?://json-schema\\.org/draft-07/schema#?");
  private static final Pattern TYPE_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,62}");

  /**
   * Parses a document that a client sent.
   *
   * @param name the schema's name
   * @throws FailureException INVALID or TOO_LARGE if the text is not JSON, or exceeds a limit
   */
  public SchemaDocument read(String name, String text, Findings findings) {
    JsonNode root = parsed(text);
    if (!root.isObject()) {
      findings.refuse("", "type", "The schema document must be a JSON object.");
      return new SchemaDocument(name, root);
    }
    JsonNode dialect = root.path("$schema");
    if (!dialect.isMissingNode() && !DRAFT_07.matcher(dialect.asText()).matches()) {
      findings.refuse(
          "/$schema", "draft-07", "Only draft-07 is understood; write '" + Bundler.DRAFT_07 + "'.");
      return new SchemaDocument(name, root);
    }
    SchemaDocument document = new SchemaDocument(name, root);
    SizeCheck.check(document, findings.budget());
    MetaSchemaCheck.check(document, findings);
    if (!findings.refused()) {
      document.types().keySet().forEach(type -> checkName(type, findings));
    }
    return document;
  }

  private void checkName(String type, Findings findings) {
    String pointer = "/properties/" + JsonPointers.escape(type);
    if (!TYPE_NAME.matcher(type).matches()) {
      findings.refuse(
          pointer,
          "type-name",
          "A type's name starts with a letter and has up to 63 letters, digits, '_' and '-'.");
    } else if (reserved.isNoType(type)) {
      findings.refuse(
          pointer, "type-name", "The name '%s' is reserved; choose another.".formatted(type));
    }
  }

  private static JsonNode parsed(String text) {
    try {
      return Json.parse(JsonBytes.of(text));
    } catch (FailureException e) {
      Failure f = e.failure();
      List<Violation> violations =
          f.violations().stream()
              .map(v -> new Violation(v.pointer(), v.rule(), ofDocument(v.message())))
              .toList();
      String message = ofDocument(f.message());
      throw new Failure(f.kind(), "schema.document.malformed", message, violations).exception();
    }
  }

  private static String ofDocument(String message) {
    return message.replaceFirst("^The body", "The schema document");
  }
}
