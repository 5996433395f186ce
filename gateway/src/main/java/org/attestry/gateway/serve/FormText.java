package org.attestry.gateway.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.StringTokenizer;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.gateway.http.PercentText;
import org.attestry.runtime.json.Json;

/** The fields of a form as a browser sends them ({@code application/x-www-form-urlencoded}). */
final class FormText {

  /** In characters; no parameter has a longer one, and the reader of the JSON refuses names. */
  private static final int LONGEST_NAME = 200;

  private static final int MOST_FIELDS = 100;

  private FormText() {}

  /**
   * @param fields the names that the form may have
   * @param open whether it may have others too, of which those with a long name are left out
   * @return a JSON object of strings
   * @throws FailureException of kind INVALID for an unknown name, a repeated name and improper
   *     encoding
   */
  static JsonBytes json(JsonBytes sent, List<String> fields, boolean open) {
    ObjectNode json = Json.object();
    StringTokenizer pairs = new StringTokenizer(sent.text(), "&");
    while (pairs.hasMoreTokens()) {
      String[] pair = pairs.nextToken().split("=", 2);
      String name = decoded(pair[0]);
      if (open && name.length() > LONGEST_NAME) {
        continue;
      }
      if (!open && !fields.contains(name) || json.has(name)) {
        throw invalid("The form has %s, each at most once.".formatted(String.join(", ", fields)));
      }
      if (json.size() == MOST_FIELDS) {
        throw invalid("The form has more than %d fields.".formatted(MOST_FIELDS));
      }
      json.put(name, pair.length == 1 ? "" : decoded(pair[1]));
    }
    return Json.write(json);
  }

  private static String decoded(String text) {
    return PercentText.ofForm(text)
        .orElseThrow(
            () ->
                invalid("The form is not properly encoded: send text in UTF-8, percent-encoded."));
  }

  private static FailureException invalid(String message) {
    return FailureException.invalid("gateway.body.invalid", "", "form", message);
  }
}
