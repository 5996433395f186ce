package org.attestry.runtime.facts;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The id of a parked fact: {@code out-12} or {@code in-34}.
 *
 * @param isOut whether it is a fact of the service itself, which could not be sent
 */
record ParkedId(boolean isOut, long seq) {

  private static final Pattern FORM = Pattern.compile("(out|in)-(\\d{1,18})");

  static Optional<ParkedId> of(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches()
        ? Optional.of(new ParkedId(form.group(1).equals("out"), Long.parseLong(form.group(2))))
        : Optional.empty();
  }
}
