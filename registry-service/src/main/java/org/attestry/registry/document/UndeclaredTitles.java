package org.attestry.registry.document;

import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Violation;
import org.attestry.runtime.json.JsonPointers;

/**
 * The refusal of columns that a schema does not declare, with the property that each title probably
 * means. Its name, or its {@code title} in the schema, is equal without case, blanks, punctuation
 * and accents.
 */
final class UndeclaredTitles {

  private static final Pattern ACCENTS = Pattern.compile("\\p{InCombiningDiacriticalMarks}");
  private static final Pattern SEPARATORS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]");
  private static final int MOST_SUGGESTED = 3;

  private final DeclaredColumns declared;
  private final Map<String, Set<String>> known = new HashMap<>();

  /** Creates the suggestions of a definition; there are none if it takes too long to read it. */
  UndeclaredTitles(DeclaredColumns declared) {
    this.declared = declared;
    try {
      suggest(declared);
    } catch (FailureException tooLarge) {
      known.clear();
    }
  }

  private void suggest(DeclaredColumns declared) {
    for (Columns.Column column : declared.all()) {
      String title = Columns.title(column.path());
      suggest(title, title);
      declared.titles(column.path()).forEach(other -> suggest(other, title));
    }
  }

  /**
   * A column that is not declared.
   *
   * @param number its position in the header, from 1
   */
  record Undeclared(int number, FieldPath path) {}

  FailureException refused(List<Undeclared> columns) {
    List<Violation> violations = new ArrayList<>();
    for (Undeclared column : columns) {
      String message =
          "Column %d of the header: the schema declares no '%s'%s."
              .formatted(column.number(), Columns.title(column.path()), suggestion(column.path()));
      violations.add(new Violation(JsonPointers.of(column.path()), "undeclared", message));
    }
    int others = violations.size() - 1;
    String message =
        "%s%s %s"
            .formatted(
                violations.getFirst().message(),
                others == 0 ? "" : " And %d more, see the violations.".formatted(others),
                advice(columns));
    return new Failure(FailureKind.INVALID, "registry.import.undeclared", message, violations)
        .exception();
  }

  /** Returns the remedy. Columns that the schema refuses cannot be stored by any request. */
  private String advice(List<Undeclared> columns) {
    return columns.stream().anyMatch(column -> declared.refuses(column.path()))
        ? "Correct the header; the schema allows no further properties."
        : "Correct the header, or send undeclared=store to store such columns too.";
  }

  private void suggest(String written, String title) {
    known.computeIfAbsent(folded(written), none -> new LinkedHashSet<>()).add(title);
  }

  private String suggestion(FieldPath path) {
    Set<String> found = known.getOrDefault(folded(Columns.title(path)), Set.of());
    return found.isEmpty() || found.size() > MOST_SUGGESTED
        ? ""
        : "; write '%s'".formatted(String.join("' or '", found));
  }

  /** Returns a title without case, separators, and accents of Latin letters. */
  private static String folded(String title) {
    String letters = NormalText.of(title, Form.NFKD);
    String plain = ACCENTS.matcher(letters).replaceAll("");
    return SEPARATORS.matcher(plain).replaceAll("").toLowerCase(Locale.ROOT);
  }
}
