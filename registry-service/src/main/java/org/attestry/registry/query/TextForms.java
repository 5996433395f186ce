package org.attestry.registry.query;

import java.text.Normalizer.Form;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.attestry.registry.document.NormalText;

/**
 * The Unicode normalization forms of the texts of a comparison (UAX 15). Texts are stored as they
 * were sent: a letter with an accent may be one character or two. So a comparison of equality or of
 * parts is one with each form that differs. Comparisons of the order are as they are.
 */
final class TextForms {

  private TextForms() {}

  /** Returns the text as it was sent, composed (NFC) and decomposed (NFD), each different one. */
  static Set<String> of(String text) {
    Set<String> forms = new LinkedHashSet<>(List.of(text));
    forms.add(NormalText.of(text, Form.NFC));
    forms.add(NormalText.of(text, Form.NFD));
    return forms;
  }

  /** Returns the filter that compares with all forms. */
  static Filter of(Filter.Compare compare) {
    if (compare.comparison() == Comparison.EQUAL) {
      return with(compare, compare.operands().stream().flatMap(o -> of(o).stream()).toList());
    }
    List<Operand> forms =
        compare.comparison().ofText() ? of(compare.operands().getFirst()) : List.of();
    return forms.size() < 2
        ? compare
        : new Filter.Either(
            forms.stream().<Filter>map(form -> with(compare, List.of(form))).toList());
  }

  private static List<Operand> of(Operand operand) {
    return operand instanceof Operand.Text(String text)
        ? of(text).stream().<Operand>map(Operand.Text::new).toList()
        : List.of(operand);
  }

  private static Filter.Compare with(Filter.Compare compare, List<Operand> operands) {
    return new Filter.Compare(
        compare.target(), compare.comparison(), compare.ignoreCase(), operands);
  }
}
