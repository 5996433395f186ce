package org.attestry.credential.token;

import java.util.Optional;
import java.util.regex.Pattern;
import org.attestry.runtime.identifier.RandomBits;
import org.attestry.runtime.identifier.Sha256;

/**
 * A refresh token: the name of its chain, which all tokens of the chain contain, and a secret of
 * its own, 32 random bytes each in base64url. So a token that was spent is recognized by the chain
 * that it names, although only the hash of the last one is stored.
 */
record RefreshToken(String chain, String secret) {

  private static final String PREFIX = "atr_";
  private static final int BYTES = 32;
  private static final int CHARACTERS = 43;
  private static final Pattern FORM = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{86}");

  /** Returns the first token of a new chain. */
  static RefreshToken first() {
    return new RefreshToken(RandomBits.text(BYTES), RandomBits.text(BYTES));
  }

  /** Returns the next token of the chain. */
  RefreshToken next() {
    return new RefreshToken(chain, RandomBits.text(BYTES));
  }

  /** Returns the token; empty for a text that is none. */
  static Optional<RefreshToken> read(String text) {
    if (text == null || !FORM.matcher(text).matches()) {
      return Optional.empty();
    }
    int middle = PREFIX.length() + CHARACTERS;
    return Optional.of(
        new RefreshToken(text.substring(PREFIX.length(), middle), text.substring(middle)));
  }

  String text() {
    return PREFIX + chain + secret;
  }

  byte[] chainHash() {
    return Sha256.of(chain);
  }

  byte[] hash() {
    return Sha256.of(text());
  }

  /** Does not show the token. */
  @Override
  public String toString() {
    return "RefreshToken";
  }
}
