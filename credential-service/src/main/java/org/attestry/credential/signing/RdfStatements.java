package org.attestry.credential.signing;

import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.attestry.credential.domain.SignedTerms;
import org.attestry.runtime.work.Budget;

/**
 * The statements of an expanded document that keeps {@link ExpandedRules} (JSON-LD 1.1 API, 8.1 to
 * 8.3), in time proportional to its size: the JSON-LD processor's own way compares every value of a
 * property with every other.
 */
final class RdfStatements {

  private static final String RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
  private static final int CHARACTERS_A_STEP = 64;
  private static final MathContext SHOWN = new MathContext(16, RoundingMode.HALF_UP);
  private static final BigDecimal LARGEST_INTEGER = BigDecimal.ONE.movePointRight(21);

  private final Budget budget;
  private final Set<Statement> written = new LinkedHashSet<>();
  private final Map<String, String> labels = new HashMap<>();
  private final CredentialStatements ofCredential = new CredentialStatements();
  private int blanks;

  private RdfStatements(Budget budget) {
    this.budget = budget;
  }

  /**
   * What a document states, each statement once.
   *
   * @param root the node that is the document
   * @param terms of this node as a credential
   */
  record Written(List<Statement> statements, String root, SignedTerms terms) {}

  static Written of(JsonObject node, Budget budget) {
    RdfStatements writing = new RdfStatements(budget);
    return writing.done(writing.node(node));
  }

  private Written done(String root) {
    return new Written(List.copyOf(written), root, ofCredential.of(root, !labels.isEmpty()));
  }

  private String node(JsonObject node) {
    String subject = node.containsKey("@id") ? label(node.getString("@id")) : blank();
    for (Map.Entry<String, JsonValue> member : node.entrySet()) {
      String name = member.getKey();
      if (name.equals("@type")) {
        for (JsonValue type : member.getValue().asJsonArray()) {
          resource(subject, RDF + "type", label(((JsonString) type).getString()));
        }
      } else if (!name.equals("@id")) {
        for (JsonValue item : member.getValue().asJsonArray()) {
          object(subject, name, item.asJsonObject());
        }
      }
    }
    return subject;
  }

  private void object(String subject, String predicate, JsonObject item) {
    if (item.containsKey("@value")) {
      literal(subject, predicate, item);
    } else if (item.containsKey("@list")) {
      list(subject, predicate, item.getJsonArray("@list"));
    } else {
      resource(subject, predicate, node(item));
    }
  }

  private void list(String subject, String predicate, JsonArray items) {
    String from = subject;
    String by = predicate;
    for (JsonValue item : items) {
      String cell = blank();
      resource(from, by, cell);
      object(cell, RDF + "first", item.asJsonObject());
      from = cell;
      by = RDF + "rest";
    }
    resource(from, by, RDF + "nil");
  }

  private void literal(String subject, String predicate, JsonObject item) {
    JsonValue value = item.get("@value");
    String type = item.getString("@type", null);
    if (item.containsKey("@language")) {
      String text = ((JsonString) value).getString();
      write(new Statement(subject, predicate, text, XSD + "string", item.getString("@language")));
    } else if ("@json".equals(type)) {
      write(new Statement(subject, predicate, Jcs.of(value), RDF + "JSON", null));
    } else {
      write(typed(subject, predicate, value, type));
    }
  }

  private Statement typed(String subject, String predicate, JsonValue value, String type) {
    return switch (value) {
      case JsonString text ->
          new Statement(subject, predicate, text.getString(), or(type, XSD + "string"), null);
      case JsonNumber number -> number(subject, predicate, number, type);
      case JsonValue constant
          when constant.equals(JsonValue.TRUE) || constant.equals(JsonValue.FALSE) ->
          new Statement(subject, predicate, constant.toString(), or(type, XSD + "boolean"), null);
      default -> throw new IllegalStateException("Not the value of a literal");
    };
  }

  /**
   * Numbers as JavaScript has them, and so JSON-LD's signers: IEEE 754 doubles, of which the
   * canonical form (JSON-LD 1.1 API, 8.6) shows 16 digits; whole ones are integers.
   */
  private Statement number(String subject, String predicate, JsonNumber number, String type) {
    BigDecimal shown = new BigDecimal(number.doubleValue()).round(SHOWN);
    boolean isDouble =
        !Numbers.isWhole(shown)
            || (XSD + "double").equals(type)
            || (XSD + "float").equals(type)
            || shown.abs().compareTo(LARGEST_INTEGER) >= 0;
    String text = isDouble ? doubles().format(shown) : shown.toBigInteger().toString();
    return new Statement(
        subject, predicate, text, or(type, XSD + (isDouble ? "double" : "integer")), null);
  }

  private static DecimalFormat doubles() {
    return new DecimalFormat("0.0##############E0", new DecimalFormatSymbols(Locale.ENGLISH));
  }

  private static String or(String type, String byDefault) {
    return type == null ? byDefault : type;
  }

  private void resource(String subject, String predicate, String object) {
    write(new Statement(subject, predicate, object, null, null));
  }

  private void write(Statement one) {
    budget.spend(1 + one.length() / CHARACTERS_A_STEP);
    if (written.add(one)) {
      ofCredential.add(one.subject, one.predicate, one.object);
    }
  }

  private String label(String identifier) {
    return identifier.startsWith("_:")
        ? labels.computeIfAbsent(identifier, unseen -> blank())
        : identifier;
  }

  private String blank() {
    return "_:b" + blanks++;
  }

  /** A statement; a resource as object has no datatype. */
  record Statement(
      String subject, String predicate, String object, String datatype, String language) {

    Statement with(String otherSubject, String otherObject) {
      return new Statement(otherSubject, predicate, otherObject, datatype, language);
    }

    int length() {
      return subject.length() + predicate.length() + object.length();
    }
  }
}
