package org.attestry.gateway.serve;

import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** Lines that are read as a whole ({@code application/x-ndjson}). */
final class LinesText {

  private LinesText() {}

  /**
   * @return the text as a JSON string; its lines are not parsed
   * @throws FailureException of kind INVALID if it is not UTF-8
   */
  static JsonBytes json(JsonBytes sent) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(sent.utf8());
      return Json.write(
          TextNode.valueOf(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString()));
    } catch (CharacterCodingException e) {
      throw FailureException.invalid(
          "gateway.body.invalid", "", "encoding", "The body is not UTF-8; send it so.");
    }
  }
}
