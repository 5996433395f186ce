package org.attestry.gateway.serve;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** A JWT that is the body of a request ({@code application/jwt}, RFC 7519). */
final class JwtText {

  private static final Pattern COMPACT = Pattern.compile("[A-Za-z0-9_.-]+");

  private JwtText() {}

  /**
   * @return the text as a JSON string
   * @throws FailureException of kind INVALID if it has other characters than a JWT
   */
  static JsonBytes json(JsonBytes sent) {
    String text = sent.text().strip();
    if (!COMPACT.matcher(text).matches()) {
      throw FailureException.invalid(
          "gateway.body.invalid", "", "jwt", "The body is no JWT in compact form.");
    }
    return Json.write(TextNode.valueOf(text));
  }
}
