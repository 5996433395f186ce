package org.attestry.credential.crypto;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.attestry.credential.wallet.Nonces;
import org.attestry.runtime.identifier.RandomBits;

/**
 * Nonces of 48 bytes in base64url: the second of their end, 20 random bytes, and 20 bytes of
 * HMAC-SHA-512 of both.
 */
public final class SignedNonces implements Nonces {

  private static final int RANDOM_BYTES = 20;
  private static final int SIGNED_BYTES = Long.BYTES + RANDOM_BYTES;
  private static final int TAG_BYTES = 20;
  private static final int CHARACTERS = 64;

  private final SecretKeySpec key;

  public SignedNonces(MasterKey master) {
    this.key = new SecretKeySpec(master.derived("attestry wallet nonces"), "HmacSHA512");
  }

  @Override
  public String next(Instant now) {
    byte[] signed =
        ByteBuffer.allocate(SIGNED_BYTES)
            .putLong(now.plus(LIFE).getEpochSecond())
            .put(RandomBits.bytes(RANDOM_BYTES))
            .array();
    byte[] nonce =
        ByteBuffer.allocate(SIGNED_BYTES + TAG_BYTES).put(signed).put(tag(signed)).array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(nonce);
  }

  @Override
  public boolean isAccepted(String nonce, Instant now) {
    if (nonce.length() != CHARACTERS) {
      return false;
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(nonce);
      byte[] signed = Arrays.copyOf(bytes, SIGNED_BYTES);
      byte[] tag = Arrays.copyOfRange(bytes, SIGNED_BYTES, bytes.length);
      return MessageDigest.isEqual(tag, tag(signed))
          && ByteBuffer.wrap(signed).getLong() > now.getEpochSecond();
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }

  private byte[] tag(byte[] signed) {
    try {
      Mac mac = Mac.getInstance(key.getAlgorithm());
      mac.init(key);
      return Arrays.copyOf(mac.doFinal(signed), TAG_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
