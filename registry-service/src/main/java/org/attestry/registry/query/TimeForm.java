package org.attestry.registry.query;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attestry.registry.types.DeclaredField;

/**
 * The form of the texts of a field with a date or time (RFC 3339). A text of another form would be
 * compared by its characters, and find nothing or something else than it says.
 */
enum TimeForm {
  DATE("date", "1990-06-01", "\\d{4}(?:-\\d\\d(?:-\\d\\d)?)?"),
  DATE_TIME(
      "date-time",
      "1990-06-01T08:30:00Z",
      "\\d{4}(?:-\\d\\d(?:-\\d\\d(?:[Tt ]%s?)?)?)?".formatted(Parts.TIME)),
  TIME("time", "08:30:00Z", Parts.TIME);

  private static final class Parts {
    static final String TIME =
        "(?:\\d\\d(?::\\d\\d(?::\\d\\d(?:\\.\\d+)?(?:[Zz]|[+-]\\d\\d:\\d\\d)?)?)?)";
  }

  private final String format;
  private final String example;
  private final Pattern beginning;

  TimeForm(String format, String example, String beginning) {
    this.format = format;
    this.example = example;
    this.beginning = Pattern.compile(beginning);
  }

  /** Returns the form of the texts of a field; empty if it declares none. */
  static Optional<TimeForm> of(DeclaredField field) {
    String declared = field.textFormat();
    return Stream.of(values()).filter(form -> form.format.equals(declared)).findFirst();
  }

  /**
   * Requires that an operand has this form, or where it is compared by order the beginning of it,
   * such as a year.
   *
   * @param field the name of the field
   */
  void require(String field, Operator operator, Operand operand, String pointer) {
    if (operand instanceof Operand.Text(String text)
        && !operator.comparison().ofText()
        && !beginning.matcher(text).matches()) {
      throw SearchFailures.invalid(
          pointer,
          "format",
          "'%s' has the format '%s': compare it with a text such as %s, or its beginning."
              .formatted(field, format, example));
    }
  }
}
