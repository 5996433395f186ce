package org.attestry.runtime.pattern;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Estimates the compiled size of a pattern without compiling it. A repeated part is compiled as
 * often as it may be repeated, so a few nested repetitions of a thousand exhaust any memory; if
 * case is ignored, each character of a range is folded. The estimate is at most a small factor
 * below the real size.
 */
public final class PatternSize {

  private static final long MOST = 1_000_000_000;
  private static final int LAST_WITH_CASE = 0x1e943;
  private static final int COST_OF_A_CLASS = 4_000;

  /** RE2/J 1.8 loops forever when it folds these characters. */
  private static final int ENDLESS_FROM = 0x1c80;

  private static final int ENDLESS_TO = 0x1c88;

  private static final Pattern REPETITION = Pattern.compile("\\{(\\d{1,9})(,(\\d{0,9}))?\\}");
  private static final Pattern IGNORING_CASE = Pattern.compile("\\(\\?[a-zA-Z]*i");
  private static final Pattern ESCAPED_CODE =
      Pattern.compile("x\\{([0-9A-Fa-f]{1,8})\\}|x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})");

  private final String text;
  private final boolean ignoringCase;
  private final Deque<Group> open = new ArrayDeque<>();
  private Group group = new Group();
  private int at;
  private int deepest;
  private long folded;
  private boolean endless;

  private PatternSize(String text) {
    this.text = text;
    this.ignoringCase = IGNORING_CASE.matcher(text).find();
  }

  /**
   * The sizes of a group: of its last part, to which a repetition applies, and of the parts before.
   */
  private static final class Group {
    private long before;
    private long last;

    void add(long size) {
      before = Math.min(before + last, MOST);
      last = size;
    }

    void repeat(long times) {
      last = Math.min(last * Math.max(times, 1), MOST);
    }

    long size() {
      return before + last;
    }
  }

  /**
   * @param instructions the number of instructions of the compiled pattern
   * @param depth the nesting depth of its groups
   * @param folded the number of characters that are folded
   * @param endless whether folding them would not terminate
   */
  public record Size(long instructions, int depth, long folded, boolean endless) {}

  /** Estimates the size of a pattern. */
  public static Size of(String pattern) {
    return new PatternSize(pattern).size();
  }

  private Size size() {
    while (at < text.length()) {
      next();
    }
    while (!open.isEmpty()) {
      close();
    }
    return new Size(group.size(), deepest, ignoringCase ? folded : 0, ignoringCase && endless);
  }

  private void next() {
    switch (text.charAt(at)) {
      case '[' -> characterClass();
      case '(' -> {
        at++;
        open.push(group);
        group = new Group();
        deepest = Math.max(deepest, open.size());
      }
      case ')' -> {
        at++;
        close();
      }
      case '*', '+', '?' -> {
        at++;
        group.last += 2;
      }
      case '{' -> repetition();
      default -> {
        if (text.startsWith("\\Q", at)) {
          quoted();
        } else {
          literal();
        }
      }
    }
  }

  private void literal() {
    int code = character();
    fold(code, code);
    group.add(1);
  }

  private void quoted() {
    int end = text.indexOf("\\E", at);
    int last = end < 0 ? text.length() : end;
    for (at += 2; at < last; at++) {
      int code = text.codePointAt(at);
      fold(code, code);
      group.add(1);
    }
    at = end < 0 ? last : end + 2;
  }

  private void close() {
    if (!open.isEmpty()) {
      long size = group.size() + 2;
      group = open.pop();
      group.add(size);
    }
  }

  private void characterClass() {
    group.add(1);
    folded += COST_OF_A_CLASS;
    at++;
    for (boolean first = true; at < text.length(); first = false) {
      if (text.charAt(at) == ']' && !first) {
        at++;
        return;
      }
      int from = character();
      int to = from;
      if (at + 1 < text.length() && text.charAt(at) == '-' && text.charAt(at + 1) != ']') {
        at++;
        to = character();
      }
      fold(from, to);
    }
  }

  private void fold(int from, int to) {
    folded += Math.max(0, Math.min(to, LAST_WITH_CASE) - from);
    endless |= from <= ENDLESS_TO && to >= ENDLESS_FROM;
  }

  /** Reads a character, which may be escaped. */
  private int character() {
    int code = text.codePointAt(at);
    at += Character.charCount(code);
    if (code != '\\' || at >= text.length()) {
      return code;
    }
    Matcher escaped = ESCAPED_CODE.matcher(text).region(at, text.length());
    if (escaped.lookingAt()) {
      at = escaped.end();
      for (int i = 1; i <= escaped.groupCount(); i++) {
        if (escaped.group(i) != null) {
          return (int) Math.min(Long.parseLong(escaped.group(i), 16), Character.MAX_CODE_POINT);
        }
      }
    }
    code = text.codePointAt(at);
    at += Character.charCount(code);
    return code;
  }

  private void repetition() {
    Matcher matcher = REPETITION.matcher(text).region(at, text.length());
    at++;
    if (!matcher.lookingAt()) {
      group.add(1);
      return;
    }
    at = matcher.end();
    String most = matcher.group(3);
    long least = Long.parseLong(matcher.group(1));
    group.repeat(most == null || most.isEmpty() ? least + 1 : Long.parseLong(most));
  }
}
