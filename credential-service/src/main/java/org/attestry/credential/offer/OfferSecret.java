package org.attestry.credential.offer;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.attestry.runtime.identifier.RandomBits;
import org.attestry.runtime.identifier.Sha256;

/**
 * The one secret of an offer, 32 random bytes in base64url. The pre-authorized code is derived from
 * it, so that somebody who knows only the code cannot read the offer. Only hashes are stored: that
 * of the code, and that of the code together with the transaction code, which nobody can try out
 * without the code.
 */
public record OfferSecret(String text) {

  private static final int BYTES = 32;
  private static final int DIGITS = 1_000_000;
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{43}");
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final SecureRandom RANDOM = new SecureRandom();

  static OfferSecret next() {
    return new OfferSecret(random());
  }

  /** Returns a text of 256 random bits. */
  public static String random() {
    return RandomBits.text(BYTES);
  }

  /** The secret in an offer's address; empty for a text that is none. */
  static Optional<OfferSecret> read(String text) {
    return text != null && FORM.matcher(text).matches()
        ? Optional.of(new OfferSecret(text))
        : Optional.empty();
  }

  /** The pre-authorized code. */
  public String code() {
    return BASE64.encodeToString(Sha256.of("pre-authorized code:" + text));
  }

  /** Returns the stored hash of a pre-authorized code, or of another text of 256 random bits. */
  public static byte[] hash(String secret) {
    return Sha256.of(secret);
  }

  /** A new transaction code: six decimal digits. */
  static String transactionCode() {
    return "%06d".formatted(RANDOM.nextInt(DIGITS));
  }

  /** Returns the stored hash of a transaction code. */
  static byte[] hash(String code, String transactionCode) {
    return Sha256.of(code + ":" + transactionCode);
  }

  /** Whether a transaction code is the one whose hash is stored; takes the same time for any. */
  public static boolean holds(byte[] stored, String code, String transactionCode) {
    return MessageDigest.isEqual(stored, hash(code, transactionCode));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Does not show the secret. */
  @Override
  public String toString() {
    return "OfferSecret";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OfferSecret that && Arrays.equals(bytes(text), bytes(that.text));
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
