package org.attestry.condition;

import java.util.HashSet;
import java.util.Set;

/**
 * Collects the keys of one side of a {@link ConditionLookup} until there are too many. Each hashed
 * text counts, even if it yields an existing key: the parts of a long text may all be the same.
 */
final class LookupKeys {

  /** The most texts that are hashed. */
  static final int MOST_TEXTS = 10_000;

  /** The most characters of all hashed texts together. */
  static final int MOST_CHARACTERS = 1_000_000;

  private final int most;
  private final Set<LookupKey> keys = new HashSet<>();
  private int texts;
  private long characters;

  /**
   * @param most the most different keys
   */
  LookupKeys(int most) {
    this.most = most;
  }

  void addAny() {
    keys.add(LookupKey.ANY);
  }

  /** Adds the key of a text, unless there are too many keys. */
  void add(int term, char kind, int length, String text) {
    texts++;
    characters += text.length();
    if (!tooMany()) {
      keys.add(LookupKey.of(term, kind, length, text));
    }
  }

  boolean tooMany() {
    return keys.size() > most || texts > MOST_TEXTS || characters > MOST_CHARACTERS;
  }

  Set<LookupKey> all() {
    return keys;
  }
}
