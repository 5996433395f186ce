package org.attestry.registry.owners;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The characters that are allowed in an account's data, so that no two accounts look alike: visible
 * characters of one writing system. The rules are the parts of Unicode's UTS 39 (restriction level
 * "highly restrictive", mixed numbers, default-ignorable code points) that need no tables beside
 * the JDK's.
 */
final class AccountText {

  private static final Set<UnicodeScript> ANY_SCRIPT =
      EnumSet.of(UnicodeScript.COMMON, UnicodeScript.INHERITED);

  /** Scripts that are written together; Latin letters are usual beside those of East Asia. */
  private static final List<Set<UnicodeScript>> TOGETHER =
      List.of(
          EnumSet.of(
              UnicodeScript.LATIN,
              UnicodeScript.HAN,
              UnicodeScript.HIRAGANA,
              UnicodeScript.KATAKANA),
          EnumSet.of(UnicodeScript.LATIN, UnicodeScript.HAN, UnicodeScript.BOPOMOFO),
          EnumSet.of(UnicodeScript.LATIN, UnicodeScript.HAN, UnicodeScript.HANGUL));

  /** Scripts in which look-alikes of other letters are compatibility characters. */
  private static final Set<UnicodeScript> WITH_LOOKALIKES =
      EnumSet.of(
          UnicodeScript.COMMON, UnicodeScript.LATIN, UnicodeScript.GREEK, UnicodeScript.CYRILLIC);

  /**
   * Code points that are invisible although their category is that of a letter, a mark or a symbol.
   */
  private static final List<int[]> BLANKS =
      List.of(
          new int[] {0x034F, 0x034F},
          new int[] {0x115F, 0x1160},
          new int[] {0x17B4, 0x17B5},
          new int[] {0x180B, 0x180F},
          new int[] {0x2800, 0x2800},
          new int[] {0x3164, 0x3164},
          new int[] {0xFE00, 0xFE0F},
          new int[] {0xFFA0, 0xFFA0},
          new int[] {0xE0100, 0xE01EF});

  private AccountText() {}

  /** Returns a user name in the form in which the identity provider stores and compares it. */
  static String folded(String username) {
    return username.toLowerCase(Locale.ROOT);
  }

  /** Returns the fault of a user name or an e-mail address and how to correct it, or null. */
  static String wrongInName(String text, int longest) {
    String wrong = wrongInValue(text, longest);
    if (wrong != null) {
      return wrong;
    }
    if (!Normalizer.isNormalized(text, Normalizer.Form.NFC) || hasLookalike(text)) {
      return "It has a character that stands for others (such as a full-width or ligature form);"
          + " write the usual ones.";
    }
    if (parts(text).stream().anyMatch(AccountText::mixesScripts)) {
      return "It mixes writing systems, so that it may look like another one; use one alone.";
    }
    return mixesDigits(text) ? "It mixes digits of several writing systems; use one alone." : null;
  }

  /** Returns the fault of a value that identifies no user and how to correct it, or null. */
  static String wrongInValue(String text, int longest) {
    if (text.isBlank()) {
      return "It is empty; leave the member out, or fill it.";
    }
    if (text.codePointCount(0, text.length()) > longest) {
      return "It is longer than %d characters; shorten it.".formatted(longest);
    }
    if (!text.strip().equals(text)) {
      return "It begins or ends with white space; remove it.";
    }
    if (!text.codePoints().allMatch(AccountText::isSeen)
        || Character.getType(text.codePointAt(0)) == Character.NON_SPACING_MARK) {
      return "It has a character that is not seen, or that Unicode does not define; remove it.";
    }
    return null;
  }

  private static boolean isSeen(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> character == ' ';
      default -> BLANKS.stream().noneMatch(range -> range[0] <= character && character <= range[1]);
    };
  }

  private static boolean hasLookalike(String text) {
    return text.codePoints()
        .filter(character -> WITH_LOOKALIKES.contains(UnicodeScript.of(character)))
        .mapToObj(Character::toString)
        .anyMatch(character -> !Normalizer.isNormalized(character, Normalizer.Form.NFKC));
  }

  /**
   * Returns the parts of a text that must not mix scripts. In an e-mail address these are the local
   * part and each label of the domain.
   */
  private static List<String> parts(String text) {
    int domain = text.lastIndexOf('@') + 1;
    if (domain == 0) {
      return List.of(text);
    }
    List<String> parts = new ArrayList<>(List.of(text.substring(domain).split("\\.")));
    parts.add(text.substring(0, domain));
    return parts;
  }

  private static boolean mixesScripts(String part) {
    Set<UnicodeScript> scripts = EnumSet.noneOf(UnicodeScript.class);
    part.codePoints().mapToObj(UnicodeScript::of).forEach(scripts::add);
    scripts.removeAll(ANY_SCRIPT);
    return scripts.size() > 1 && TOGETHER.stream().noneMatch(set -> set.containsAll(scripts));
  }

  private static boolean mixesDigits(String text) {
    return text.codePoints()
            .filter(Character::isDigit)
            .map(digit -> digit - Character.digit(digit, 10))
            .distinct()
            .count()
        > 1;
  }
}
