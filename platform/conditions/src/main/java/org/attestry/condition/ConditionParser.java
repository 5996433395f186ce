package org.attestry.condition;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Literal;
import org.attestry.contracts.schema.Condition.Operand;

/**
 * Parses the text of a condition.
 *
 * <pre>
 * any     = all { ("||" | "or") all }
 * all     = single { ("&amp;&amp;" | "and") single }
 * single  = "!" single | term
 * term    = ( "(" any ")" | operand ) { method "(" any ")" | sign ( "(" any ")" | operand ) }
 * operand = ("ATTESTOR" | "REQUESTER") "#" path "#" | "'" text "'" | number | "true" | "false"
 * method  = ".contains" | ".equals" | ".equalsIgnoreCase" | ".startsWith"
 * sign    = "==" | "!=" | "&lt;" | "&gt;"
 * </pre>
 *
 * The text is never executed, and values are never inserted into it.
 */
public final class ConditionParser {

  private static final int DEEPEST = 32;
  private static final int LONGEST = 10_000;

  private final List<Token> tokens;
  private int next;
  private int depth;

  private ConditionParser(List<Token> tokens) {
    this.tokens = tokens;
  }

  /**
   * Parses a condition; a blank text yields a condition that always holds.
   *
   * @throws ConditionSyntaxException with the position and the cause of a syntax error
   */
  public static Condition parse(String text) {
    if (text.isBlank()) {
      return new Condition.Always();
    }
    if (text.length() > LONGEST) {
      throw new ConditionSyntaxException(
          LONGEST + 1, "it may have %d characters at the most.".formatted(LONGEST));
    }
    return new ConditionParser(Tokens.of(text)).whole();
  }

  private Condition whole() {
    Parsed parsed = any();
    if (peek().kind() != Token.Kind.END) {
      throw expected("&&, || or the end");
    }
    return parsed.condition();
  }

  private Parsed any() {
    return list(Token.Kind.OR, this::all, Condition.Or::new);
  }

  private Parsed all() {
    return list(Token.Kind.AND, this::single, Condition.And::new);
  }

  private Parsed list(
      Token.Kind between, Supplier<Parsed> item, Function<List<Condition>, Condition> joined) {
    Parsed first = item.get();
    if (peek().kind() != between) {
      return first;
    }
    List<Condition> items = new ArrayList<>(List.of(first.condition()));
    while (peek().kind() == between) {
      next++;
      items.add(item.get().condition());
    }
    return new Parsed(joined.apply(items), null, first.at());
  }

  private Parsed single() {
    if (peek().kind() != Token.Kind.NOT) {
      return term();
    }
    Token not = take();
    Parsed negated = nested(this::single);
    return new Parsed(new Condition.Not(negated.condition()), null, not.at());
  }

  private Parsed term() {
    Parsed left = value();
    while (peek().kind() == Token.Kind.METHOD || peek().kind() == Token.Kind.SIGN) {
      Token comparison = take();
      Operand one = left.operand(comparison.at());
      if (comparison.kind() == Token.Kind.METHOD && peek().kind() != Token.Kind.OPEN) {
        throw expected("(");
      }
      Parsed right = value();
      left =
          new Parsed(
              new Condition.Comparison(comparison.comparator(), one, right.operand(right.at())),
              null,
              left.at());
    }
    return left;
  }

  private Parsed value() {
    Token token = peek();
    return switch (token.kind()) {
      case OPEN -> {
        next++;
        Parsed inner = nested(this::any);
        if (peek().kind() != Token.Kind.CLOSE) {
          throw expected(")");
        }
        next++;
        yield inner;
      }
      case OPERAND -> new Parsed(null, take().operand(), token.at());
      default -> throw expected("ATTESTOR#path#, REQUESTER#path#, a literal in quotes or (");
    };
  }

  private Parsed nested(Supplier<Parsed> inner) {
    if (++depth > DEEPEST) {
      throw new ConditionSyntaxException(
          peek().at(), "it is nested deeper than %d levels.".formatted(DEEPEST));
    }
    Parsed parsed = inner.get();
    depth--;
    return parsed;
  }

  private Token peek() {
    return tokens.get(next);
  }

  private Token take() {
    return tokens.get(next++);
  }

  private ConditionSyntaxException expected(String what) {
    return new ConditionSyntaxException(peek().at(), "%s is expected here.".formatted(what));
  }

  /** Either a condition or an operand. */
  private record Parsed(Condition whole, Operand part, int at) {

    Condition condition() {
      if (whole != null) {
        return whole;
      }
      if (part instanceof Literal literal && literal.text().equals("true")) {
        return new Condition.Always();
      }
      if (part instanceof Literal literal && literal.text().equals("false")) {
        return new Condition.Not(new Condition.Always());
      }
      throw new ConditionSyntaxException(
          at, "a value alone says nothing; compare it, such as with .contains(…) or ==.");
    }

    Operand operand(int where) {
      if (part == null) {
        throw new ConditionSyntaxException(
            where, "values are compared with values; a comparison has no value.");
      }
      return part;
    }
  }
}
