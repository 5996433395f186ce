package org.attestry.runtime.pattern;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.regex.Matcher;

/**
 * Compiles regular expressions of ECMA 262, which JSON Schema uses, for the linear-time engine
 * RE2/J: no pattern and no text can make a match slow. Back-references and look-around are not
 * supported.
 */
public final class LinearPattern {

  /** Limits for new patterns; the patterns of existing types may be larger. */
  private static final Limits NEW = new Limits(5_000, 50);

  private static final Limits COMPILED = new Limits(100_000, 200);

  /**
   * The most instructions of a pattern that can be compiled on any thread, however small its stack.
   */
  private static final int ON_ANY_STACK = 100;

  private static final long STACK_BYTES = 33_554_432;

  private static final java.util.regex.Pattern ESCAPE =
      java.util.regex.Pattern.compile(
          "\\\\(?:u([0-9A-Fa-f]{4})|.)", java.util.regex.Pattern.DOTALL);

  private LinearPattern() {}

  /** The limits of a pattern; a larger one could exhaust the memory or the stack. */
  private record Limits(int instructions, int depth) {

    String refusal(PatternSize.Size size) {
      if (size.instructions() > instructions || size.depth() > depth) {
        return "This pattern repeats more than %d characters, or nests more than %d groups; check the length with 'maxLength'."
            .formatted(instructions, depth);
      }
      return size.endless()
          ? "A pattern that ignores case cannot name the characters U+1C80 to U+1C88; leave them"
              + " out."
          : null;
    }
  }

  /** Whether a pattern is found in a text, as {@link #compile} reads the pattern. */
  public static boolean finds(String pattern, String text) {
    return compile(pattern).matcher(text).find();
  }

  /**
   * Compiles a pattern.
   *
   * @throws PatternSyntaxException if the engine does not support the pattern, or its compilation
   *     would exhaust the memory or not terminate
   */
  public static Pattern compile(String pattern) {
    return compile(pattern, PatternSize.of(pattern));
  }

  /**
   * Compiles a pattern whose size is already known.
   *
   * @param size the size of this pattern
   */
  public static Pattern compile(String pattern, PatternSize.Size size) {
    String refusal = COMPILED.refusal(size);
    if (refusal != null) {
      throw new PatternSyntaxException(refusal);
    }
    String regex = translated(pattern);
    return size.instructions() > ON_ANY_STACK ? onLargeStack(regex) : Pattern.compile(regex);
  }

  /**
   * Compiles on a thread with a large stack: RE2/J recurses for each repetition, and the threads of
   * a service have small stacks.
   */
  private static Pattern onLargeStack(String regex) {
    FutureTask<Pattern> compilation = new FutureTask<>(() -> Pattern.compile(regex));
    new Thread(null, compilation, "pattern-compiler", STACK_BYTES).start();
    try {
      return compilation.get();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof PatternSyntaxException refused
          ? refused
          : new PatternSyntaxException("This pattern is too large to be compiled.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a pattern was compiled", e);
    }
  }

  /**
   * Returns why a new pattern of this size is refused.
   *
   * @return one sentence with the remedy, or null if it is not refused
   */
  public static String refusal(PatternSize.Size size) {
    return NEW.refusal(size);
  }

  /** Translates code units, {@code \\u0041} in ECMA 262 and {@code \\x{0041}} in RE2. */
  private static String translated(String pattern) {
    return ESCAPE
        .matcher(pattern)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) == null ? found.group() : "\\x{" + found.group(1) + "}"));
  }
}
