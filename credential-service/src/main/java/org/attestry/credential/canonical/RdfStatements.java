package org.attestry.credential.canonical;

import com.fasterxml.jackson.databind.JsonNode;
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
import org.attestry.credential.jose.Numbers;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.runtime.fair.Budget;

/**
 * The statements of a document (JSON-LD 1.1 API, 8.1 to 8.6), each once, in time proportional to
 * its size.
 */
public final class RdfStatements {

  private static final String RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
  static final String DOUBLE = XSD + "double";
  static final String LANG_STRING = RDF + "langString";
  static final String DIR_LANG_STRING = RDF + "dirLangString";
  private static final String I18N = "https://www.w3.org/ns/i18n#";
  static final String FLOAT = XSD + "float";
  private static final int CHARACTERS_A_STEP = 64;
  private static final MathContext SHOWN = new MathContext(16, RoundingMode.HALF_UP);
  private static final BigDecimal LARGEST_INTEGER = BigDecimal.ONE.movePointRight(21);

  private final Budget budget;
  private final Set<Statement> written = new LinkedHashSet<>();
  private final Map<String, String> labels = new HashMap<>();
  private final Map<Statement, String> forms = new HashMap<>();
  private final CredentialStatements ofCredential = new CredentialStatements();
  private int blanks;

  /** The relation of a statement to earlier ones. */
  enum Repeat {
    NEW,
    /** An equal value was written before; other signers write it once, too. */
    SAME,
    /**
     * The value was written before in another form; other signers write it twice, and hash both.
     */
    OTHER_FORM
  }

  /**
   * The statements of a document, each once.
   *
   * @param root the node of the document itself
   * @param terms of this node as a credential
   */
  public record Written(List<Statement> statements, String root, SignedTerms terms) {}

  RdfStatements(Budget budget) {
    this.budget = budget;
  }

  /** Returns the statements of the document with this root. */
  Written written(String root) {
    return new Written(List.copyOf(written), root, ofCredential.of(root, !labels.isEmpty()));
  }

  /** Returns a new node without an identifier. */
  String blank() {
    return "_:b" + blanks++;
  }

  /** Returns the node of an identifier: an IRI, or a label. */
  String node(String identifier) {
    return identifier.startsWith("_:")
        ? labels.computeIfAbsent(identifier, unseen -> blank())
        : identifier;
  }

  Repeat link(Edge edge, String node) {
    return write(new Statement(edge.subject(), edge.predicate(), node, null, null));
  }

  Repeat type(String subject, String type) {
    return link(new Edge(subject, RDF + "type"), node(type));
  }

  /**
   * A text in a language.
   *
   * @param language its tag, or null
   * @param direction {@code ltr}, {@code rtl} or null. A text with a direction is a literal of a
   *     datatype that contains language and direction (JSON-LD 1.1 API, 8.6, {@code i18n-datatype})
   */
  Repeat text(Edge edge, String text, String language, String direction) {
    String tag = language == null ? "" : language;
    if (direction != null) {
      String type = I18N + tag.toLowerCase(Locale.ROOT) + "_" + direction;
      return literal(new Statement(edge.subject(), edge.predicate(), text, type, null), "text");
    }
    return literal(
        new Statement(edge.subject(), edge.predicate(), text, XSD + "string", language), "text");
  }

  Repeat literal(Edge edge, String text, String datatype) {
    return literal(edge, text, datatype, "text " + datatype);
  }

  private Repeat literal(Edge edge, String text, String datatype, String form) {
    return literal(new Statement(edge.subject(), edge.predicate(), text, datatype, null), form);
  }

  /**
   * Other processors read equal values of one form as one value, and equal values of two forms as
   * two statements.
   */
  private Repeat literal(Statement literal, String form) {
    Repeat repeat = write(literal);
    return form.equals(forms.computeIfAbsent(literal, unseen -> form)) ? repeat : Repeat.OTHER_FORM;
  }

  Repeat json(Edge edge, JsonNode value) {
    return literal(edge, Jcs.of(value), RDF + "JSON", "json " + forms.size());
  }

  /**
   * @param datatype an IRI; null for the default of the value
   */
  Repeat constant(Edge edge, boolean value, String datatype) {
    String type = or(datatype, XSD + "boolean");
    return literal(edge, Boolean.toString(value), type, "constant " + datatype);
  }

  /** Returns the place of an item in a list that begins or continues at an edge. */
  Edge item(Edge at) {
    String cell = blank();
    link(at, cell);
    return new Edge(cell, RDF + "first");
  }

  /** Returns the edge from an item of a list to the next. */
  static Edge after(Edge item) {
    return new Edge(item.subject(), RDF + "rest");
  }

  /** Ends a list. The statement can occur before, as the end of an empty list. */
  Repeat end(Edge list) {
    return link(list, RDF + "nil") == Repeat.NEW ? Repeat.NEW : Repeat.OTHER_FORM;
  }

  /**
   * Writes a number as the JSON-LD signers in JavaScript do: an IEEE 754 double, whose canonical
   * form (JSON-LD 1.1 API, 8.6) has 16 digits; whole numbers are integers.
   *
   * @param datatype an IRI; null for the default of the value
   */
  Repeat number(Edge edge, BigDecimal number, String datatype) {
    BigDecimal shown = new BigDecimal(number.doubleValue()).round(SHOWN);
    boolean isDouble =
        !Numbers.isWhole(shown)
            || DOUBLE.equals(datatype)
            || FLOAT.equals(datatype)
            || shown.abs().compareTo(LARGEST_INTEGER) >= 0;
    String text = isDouble ? doubles().format(shown) : shown.toBigInteger().toString();
    String type = or(datatype, XSD + (isDouble ? "double" : "integer"));
    return literal(edge, text, type, "number " + datatype);
  }

  private static DecimalFormat doubles() {
    return new DecimalFormat("0.0##############E0", new DecimalFormatSymbols(Locale.ENGLISH));
  }

  private static String or(String type, String byDefault) {
    return type == null ? byDefault : type;
  }

  private Repeat write(Statement one) {
    budget.spend(1 + one.length() / CHARACTERS_A_STEP);
    if (!written.add(one)) {
      return Repeat.SAME;
    }
    ofCredential.add(one);
    return Repeat.NEW;
  }

  /** The subject and predicate of a statement. */
  record Edge(String subject, String predicate) {}

  /** A statement. A resource as object has no datatype. */
  public record Statement(
      String subject, String predicate, String object, String datatype, String language) {

    public Statement with(String otherSubject, String otherObject) {
      return new Statement(otherSubject, predicate, otherObject, datatype, language);
    }

    /** Says whether the object is a text, and not a node, number or constant. */
    boolean isText() {
      return (XSD + "string").equals(datatype);
    }

    int length() {
      return subject.length() + predicate.length() + object.length();
    }
  }
}
