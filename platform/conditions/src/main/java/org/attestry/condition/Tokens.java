package org.attestry.condition;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.Condition.Comparator;
import org.attestry.contracts.schema.Condition.Literal;
import org.attestry.contracts.schema.Condition.Operand;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.Condition.Values;

/** Splits the text of a condition into tokens. */
final class Tokens {

  private static final Map<String, Comparator> METHODS =
      Map.of(
          "contains", Comparator.CONTAINS,
          "equals", Comparator.EQUALS,
          "equalsIgnoreCase", Comparator.EQUALS_IGNORE_CASE,
          "startsWith", Comparator.STARTS_WITH);

  private final String text;
  private int at;

  private Tokens(String text) {
    this.text = text;
  }

  /** Splits a text into tokens; the last one is END. */
  static List<Token> of(String text) {
    Tokens reader = new Tokens(text);
    List<Token> tokens = new ArrayList<>();
    Token token;
    do {
      token = reader.next();
      tokens.add(token);
    } while (token.kind() != Token.Kind.END);
    return tokens;
  }

  private Token next() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    int start = at + 1;
    if (at == text.length()) {
      return Token.of(Token.Kind.END, start);
    }
    char c = text.charAt(at);
    if (c == '\'' || c == '"') {
      return operand(start, new Literal(quoted(c)));
    }
    if (c == '.') {
      at++;
      return method(start, word());
    }
    if (Character.isDigit(c) || (c == '-' && at + 1 < text.length())) {
      return operand(start, new Literal(number()));
    }
    return Character.isLetter(c) ? named(start, word()) : sign(start);
  }

  private Token sign(int start) {
    return switch (text.substring(at, Math.min(at + 2, text.length()))) {
      case "&&" -> skip(2, Token.of(Token.Kind.AND, start));
      case "||" -> skip(2, Token.of(Token.Kind.OR, start));
      case "==" -> skip(2, comparison(Token.Kind.SIGN, start, Comparator.EQUALS));
      case "!=" -> skip(2, comparison(Token.Kind.SIGN, start, Comparator.NOT_EQUALS));
      case "<=", ">=" -> throw problem(start, "only <, >, == and != compare.");
      default -> single(start);
    };
  }

  private Token single(int start) {
    return switch (text.charAt(at)) {
      case '(' -> skip(1, Token.of(Token.Kind.OPEN, start));
      case ')' -> skip(1, Token.of(Token.Kind.CLOSE, start));
      case '!' -> skip(1, Token.of(Token.Kind.NOT, start));
      case '<' -> skip(1, comparison(Token.Kind.SIGN, start, Comparator.LESS));
      case '>' -> skip(1, comparison(Token.Kind.SIGN, start, Comparator.GREATER));
      default -> throw problem(start, "this character has no meaning here.");
    };
  }

  private Token named(int start, String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "and" -> Token.of(Token.Kind.AND, start);
      case "or" -> Token.of(Token.Kind.OR, start);
      case "true", "false" -> operand(start, new Literal(word.toLowerCase(Locale.ROOT)));
      case "attestor" -> operand(start, new Values(Side.ATTESTOR, path()));
      case "requester" -> operand(start, new Values(Side.REQUESTER, path()));
      default ->
          throw problem(
              start,
              "'%s' is not known; write ATTESTOR#path#, REQUESTER#path# or a literal in quotes."
                  .formatted(word));
    };
  }

  private Token method(int start, String name) {
    Comparator comparator = METHODS.get(name);
    if (comparator == null) {
      throw problem(
          start,
          "'.%s' is not known; there are .contains, .equals, .equalsIgnoreCase and .startsWith."
              .formatted(name));
    }
    return comparison(Token.Kind.METHOD, start, comparator);
  }

  /** Reads the path between two {@code #}. */
  private FieldPath path() {
    int open = at;
    int close = open < text.length() ? text.indexOf('#', open + 1) : -1;
    if (close < 0 || text.charAt(open) != '#') {
      throw problem(open + 1, "a path must follow between two '#', such as #$.school#.");
    }
    at = close + 1;
    try {
      return FieldPath.parse(text.substring(open + 1, close).strip());
    } catch (IllegalArgumentException e) {
      throw problem(open + 2, e.getMessage());
    }
  }

  /** Reads a text in quotes; a quote within the text is written twice. */
  private String quoted(char quote) {
    int start = at + 1;
    StringBuilder literal = new StringBuilder();
    for (at++; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c != quote) {
        literal.append(c);
      } else if (at + 1 < text.length() && text.charAt(at + 1) == quote) {
        literal.append(c);
        at++;
      } else {
        at++;
        return literal.toString();
      }
    }
    throw problem(start, "this quote is not closed.");
  }

  private String number() {
    int start = at;
    at++;
    while (at < text.length() && (Character.isDigit(text.charAt(at)) || isDecimalPoint())) {
      at++;
    }
    String number = text.substring(start, at);
    if (!number.matches("-?\\d+(\\.\\d+)?")) {
      throw problem(start + 1, "'%s' is not a number.".formatted(number));
    }
    return number;
  }

  private boolean isDecimalPoint() {
    return text.charAt(at) == '.'
        && at + 1 < text.length()
        && Character.isDigit(text.charAt(at + 1));
  }

  private String word() {
    int start = at;
    while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  private Token skip(int characters, Token token) {
    at += characters;
    return token;
  }

  private static Token operand(int at, Operand operand) {
    return new Token(Token.Kind.OPERAND, at, null, operand);
  }

  private static Token comparison(Token.Kind kind, int at, Comparator comparator) {
    return new Token(kind, at, comparator, null);
  }

  private static ConditionSyntaxException problem(int at, String problem) {
    return new ConditionSyntaxException(at, problem);
  }
}
