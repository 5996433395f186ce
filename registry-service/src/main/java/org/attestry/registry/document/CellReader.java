package org.attestry.registry.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.BulkOperations.CellForms;
import org.attestry.registry.document.Columns.Column;
import org.attestry.registry.document.Columns.Form;
import org.attestry.runtime.json.Json;

/**
 * Reads cells as values of their columns.
 *
 * @param comma whether a comma is before the fraction of a number, and points separate thousands
 * @param dateForm the form of dates as it was requested, or null
 * @param dates the parser of this form, or null
 */
record CellReader(boolean comma, String dateForm, DateTimeFormatter dates) {

  /** Numbers and dates as in JSON. */
  static final CellReader USUAL = new CellReader(false, null, null);

  private static final Pattern DATE_FORM =
      Pattern.compile(
          "(?=.*d)(?=.*M)(?=.*y)(?:dd?|MM?|yyyy)([-./ ])(?:dd?|MM?|yyyy)\\1(?:dd?|MM?|yyyy)");

  private static final Pattern WITH_COMMA =
      Pattern.compile(
          "\\+?(-?)(\\d{1,3}+(?:\\.\\d{3}+)++|\\d++)(?:,(\\d++))?+([eE][+-]?+\\d{1,10}+)?+");

  /**
   * @param forms the requested forms, or null for the usual ones
   * @throws FailureException INVALID if they are not known
   */
  static CellReader of(CellForms forms) {
    if (forms == null) {
      return USUAL;
    }
    String decimal = forms.decimal() == null ? "." : forms.decimal();
    if (!decimal.equals(".") && !decimal.equals(",")) {
      throw unknown("'decimal' is the character before the fraction of a number: ',' or '.'.");
    }
    String date = forms.date();
    if (date != null && !DATE_FORM.matcher(date).matches()) {
      throw unknown(
          "'date' is made of d or dd, M or MM, and yyyy, each once, between them one of - . / and"
              + " blank, such as dd-MM-yyyy.");
    }
    return new CellReader(
        decimal.equals(","),
        date,
        date == null
            ? null
            : DateTimeFormatter.ofPattern(date.replace('y', 'u'), Locale.ROOT)
                .withResolverStyle(ResolverStyle.STRICT));
  }

  /** Returns the value of a cell; empty if it is not a date of the requested form. */
  Optional<JsonNode> value(Column column, String cell) {
    return switch (column.form()) {
      case TEXT -> Optional.of(TextNode.valueOf(cell));
      case DATE -> date(cell);
      case NUMBER -> Optional.of(number(cell));
      case JSON -> Optional.of(json(cell));
    };
  }

  private Optional<JsonNode> date(String cell) {
    try {
      return Optional.of(TextNode.valueOf(LocalDate.parse(cell.strip(), dates).toString()));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** A number with a point before its fraction stays a text, which is refused. */
  private static JsonNode number(String cell) {
    Matcher number = WITH_COMMA.matcher(cell.strip());
    if (!number.matches()) {
      JsonNode other = json(cell);
      return other.isNumber() ? TextNode.valueOf(cell) : other;
    }
    String fraction = number.group(3) == null ? "" : "." + number.group(3);
    String exponent = number.group(4) == null ? "" : number.group(4);
    JsonNode value = json(number.group(1) + number.group(2).replace(".", "") + fraction + exponent);
    return value.isNumber() ? value : TextNode.valueOf(cell);
  }

  private static JsonNode json(String cell) {
    if (!mayBeJson(cell)) {
      return TextNode.valueOf(cell);
    }
    try {
      return Json.parse(JsonBytes.of(cell));
    } catch (FailureException e) {
      if (e.failure().kind() == FailureKind.TOO_LARGE) {
        throw e;
      }
      return TextNode.valueOf(cell);
    }
  }

  /** Returns the cell of a value; null for an empty cell. */
  static String written(Column column, JsonNode value) {
    boolean text = column.form() == Form.TEXT;
    if (text && value.isNull()) {
      return null;
    }
    return value.isTextual() && (text || !mayBeJson(value.textValue()))
        ? value.textValue()
        : Json.write(value).text();
  }

  /** Whether a text begins like JSON, so that parsing is worth an attempt. */
  private static boolean mayBeJson(String text) {
    String start = text.stripLeading();
    return start.isEmpty() || "{[\"-0123456789tfn".indexOf(start.charAt(0)) >= 0;
  }

  private static FailureException unknown(String message) {
    return FailureException.invalid("registry.import.cells", "", "form", message);
  }
}
