package org.attestry.registry.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.registry.document.NormalText;
import org.attestry.registry.sql.ValueSql;
import org.attestry.runtime.json.Json;

/**
 * A unique index. A constraint has two: one compares values as jsonb, and finds them in searches;
 * the other one compares texts in Unicode's normalization form C (UAX 15), and without regard to
 * case where the constraint says so. Where case matters, the second one has only the values with a
 * text that may have another form, so that it costs other writes little.
 *
 * @param normalized whether texts compare in normalization form C
 * @param caseInsensitive those of the fields whose texts compare without regard to case
 */
public record UniqueIndex(
    List<FieldPath> fields, boolean normalized, List<FieldPath> caseInsensitive) {

  /** What other characters become in normalization form C: Kelvin, Greek question mark, varia. */
  private static final String ASCII_FORMS = "K;`";

  /** Whether a text may have another form, or be one. */
  private static final String OTHER_FORMS =
      "octet_length(%1$s) <> char_length(%1$s) OR %1$s ~ '[" + ASCII_FORMS + "]'";

  /**
   * Entities that were stored before the constraint may have longer texts, which take the square of
   * their length to normalize.
   */
  private static final String NORMAL_FORM =
      "(CASE WHEN octet_length(%1$s) <= 2700 THEN normalize(%1$s, NFC) ELSE %1$s END)";

  /** Returns the indexes of a constraint. */
  public static List<UniqueIndex> of(List<FieldPath> fields, TypeConfig config) {
    List<FieldPath> folded =
        fields.stream().filter(config.caseInsensitiveFields()::contains).toList();
    return List.of(
        new UniqueIndex(fields, false, List.of()), new UniqueIndex(fields, true, folded));
  }

  /** Returns the text from which the name of the index is made. */
  String identity() {
    return normalized ? "normal form %s %s".formatted(fields, caseInsensitive) : fields.toString();
  }

  /** Whether it only adds a comparison of normalized texts to one that holds without it. */
  boolean isOfNormalizationAlone() {
    return normalized && caseInsensitive.isEmpty();
  }

  public String columns() {
    return fields.stream()
        .map(field -> columns(field, at(field)))
        .flatMap(List::stream)
        .collect(Collectors.joining(", "));
  }

  /** Returns the condition that values are equal to those of another row. */
  public String equal(List<ValueSql> others) {
    List<String> equal = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      List<String> own = columns(fields.get(i), at(fields.get(i)));
      List<String> other = columns(fields.get(i), others.get(i));
      for (int column = 0; column < own.size(); column++) {
        equal.add(own.get(column) + " = " + other.get(column));
      }
    }
    return String.join(" AND ", equal) + condition();
  }

  /** Returns the condition of the index, after {@code AND}. */
  String condition() {
    String given = given();
    return isOfNormalizationAlone()
        ? fields.stream()
            .map(field -> OTHER_FORMS.formatted(at(field).raw()))
            .collect(Collectors.joining(" OR ", given + " AND (", ")"))
        : given;
  }

  /**
   * Returns the condition that excludes JSON null, which counts as no value: many entities may have
   * it.
   */
  public String given() {
    return fields.stream()
        .map(field -> " AND %s <> 'null'::jsonb".formatted(at(field).json()))
        .collect(Collectors.joining());
  }

  private List<String> columns(FieldPath field, ValueSql value) {
    if (!normalized) {
      return List.of(value.json());
    }
    String text = NORMAL_FORM.formatted(value.raw());
    String form = "(CASE WHEN jsonb_typeof(%s) = 'string' THEN %s ELSE %s END)";
    return List.of(
        form.formatted(value.json(), "'\"\"'::jsonb", value.json()),
        form.formatted(
            value.json(), caseInsensitive.contains(field) ? ValueSql.lower(text) : text, "''"));
  }

  private static ValueSql at(FieldPath field) {
    return ValueSql.at("body", TypeIndexes.constant(field));
  }

  /** Returns values in the form in which equal ones are the same. */
  public ArrayNode key(List<JsonNode> values) {
    ArrayNode key = Json.array();
    for (int i = 0; i < values.size(); i++) {
      JsonNode value = values.get(i);
      key.add(value.isTextual() ? TextNode.valueOf(key(fields.get(i), value.textValue())) : value);
    }
    return key;
  }

  private String key(FieldPath field, String text) {
    String normal = NormalText.of(text, Form.NFC);
    return caseInsensitive.contains(field) ? lower(normal) : normal;
  }

  /**
   * Returns the lower case by Unicode's simple mapping, as the database does: each character by
   * itself, so that a final sigma is not the one within a word, and a dotted I is an i.
   */
  private static String lower(String text) {
    return text.codePoints()
        .map(Character::toLowerCase)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Whether the index has an entry for the values. */
  public boolean has(List<JsonNode> values) {
    return !isOfNormalizationAlone()
        || values.stream().anyMatch(v -> v.asText().chars().anyMatch(UniqueIndex::hasForms));
  }

  private static boolean hasForms(int character) {
    return character > 0x7f || ASCII_FORMS.indexOf(character) >= 0;
  }
}
