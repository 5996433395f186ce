package org.attestry.runtime.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;

/**
 * Checks the limits of a JSON text before it is parsed to a tree. For most texts, counting bytes
 * shows that they are within the limits; the tokens of the others are read once.
 */
public final class TokenCheck {

  /**
   * The most different member names in one text. The parsers of trusted JSON share a symbol table,
   * in which colliding names take quadratic time.
   */
  public static final int MOST_NAMES = 10_000;

  /**
   * The most objects and arrays: an empty one takes two bytes of the text and 100 or more of
   * memory.
   */
  private static final int MOST_CONTAINERS = 100_000;

  /**
   * The most values of any kind, containers included: a number takes two bytes of the text and 60
   * of memory.
   */
  private static final int MOST_VALUES = 200_000;

  /**
   * The most characters of all numbers with an exponent together, when written without exponent.
   */
  private static final int WRITTEN_OUT = 1_000_000;

  private final int mostNames;
  private final boolean namesAlone;
  private final Set<String> names = new HashSet<>();
  private int containers;
  private int values;
  private long writtenOut;

  private TokenCheck(int mostNames, boolean namesAlone) {
    this.mostNames = mostNames;
    this.namesAlone = namesAlone;
  }

  /**
   * Checks the limit of different member names only.
   *
   * @param tokens a factory of parsers for untrusted text, which does not store names
   * @throws FailureException of kind TOO_LARGE if there are more than {@link #MOST_NAMES}
   * @throws IOException if the text is not JSON
   */
  public static void limitNames(JsonBytes json, JsonFactory tokens) throws IOException {
    if (Marks.of(json.utf8()).colons > MOST_NAMES) {
      new TokenCheck(MOST_NAMES, true).read(json, tokens);
    }
  }

  /**
   * Checks the limits of names, containers, values and numbers ({@link NumberCheck}).
   *
   * @throws FailureException of kind TOO_LARGE, or INVALID for a number out of range
   * @throws IOException if the text is not JSON
   */
  static void limit(JsonBytes json, int mostNames, JsonFactory tokens) throws IOException {
    Marks marks = Marks.of(json.utf8());
    if (marks.farNumbers
        || marks.colons > mostNames
        || marks.brackets > MOST_CONTAINERS
        || marks.commas + marks.brackets >= MOST_VALUES) {
      new TokenCheck(mostNames, false).read(json, tokens);
    }
  }

  private void read(JsonBytes json, JsonFactory tokens) throws IOException {
    try (JsonParser parser = tokens.createParser(json.utf8())) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        countName(token, parser);
        if (!namesAlone) {
          count(token, parser);
        }
      }
    }
  }

  private void countName(JsonToken token, JsonParser parser) throws IOException {
    if (token == JsonToken.FIELD_NAME && names.add(parser.currentName())) {
      requireAtMost(mostNames, names.size(), "different member names");
    }
  }

  private void count(JsonToken token, JsonParser parser) throws IOException {
    containers += token.isStructStart() ? 1 : 0;
    values += token.isStructStart() || token.isScalarValue() ? 1 : 0;
    writtenOut += token.isNumeric() ? NumberCheck.writtenOut(parser) : 0;
    requireAtMost(MOST_CONTAINERS, containers, "objects and arrays");
    requireAtMost(MOST_VALUES, values, "values");
    requireAtMost(WRITTEN_OUT, writtenOut, "characters in numbers with an exponent, written out");
  }

  private static void requireAtMost(int most, long counted, String of) {
    if (counted > most) {
      String message = "The JSON has more than %d %s.".formatted(most, of);
      throw FailureException.of(FailureKind.TOO_LARGE, "json.too-large", message);
    }
  }

  /**
   * Upper bounds of the counts in a text, from its bytes.
   *
   * @param farNumbers whether a number may have an exponent, or as many digits as the largest
   */
  private record Marks(int colons, int brackets, int commas, boolean farNumbers) {

    static Marks of(byte[] utf8) {
      int colons = 0;
      int brackets = 0;
      int commas = 0;
      int digits = 0;
      boolean farNumbers = false;
      for (byte each : utf8) {
        colons += each == ':' ? 1 : 0;
        brackets += each == '{' || each == '[' ? 1 : 0;
        commas += each == ',' ? 1 : 0;
        farNumbers |= (each | 0x20) == 'e' && digits > 0 || digits == NumberCheck.DIGITS_BEYOND;
        digits = each >= '0' && each <= '9' ? digits + 1 : 0;
      }
      return new Marks(colons, brackets, commas, farNumbers);
    }
  }
}
