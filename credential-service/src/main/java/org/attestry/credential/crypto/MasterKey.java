package org.attestry.credential.crypto;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.attestry.runtime.identifier.RandomBits;

/**
 * Seals private keys with AES-256-GCM (NIST SP 800-38D). A sealed key is: one byte of version (1),
 * 12 bytes of random nonce, the ciphertext, 16 bytes of tag. It opens only under the name with
 * which it was sealed.
 */
public final class MasterKey {

  private static final byte VERSION = 1;
  private static final int KEY_BYTES = 32;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final SecretKey key;
  private final SecretKey previous;

  private MasterKey(SecretKey key, SecretKey previous) {
    this.key = key;
    this.previous = previous;
  }

  /**
   * @param base64 32 bytes
   * @throws IllegalArgumentException if it is anything else
   */
  public static MasterKey of(String base64) {
    return new MasterKey(secret(base64), null);
  }

  /** Returns the same master key, which also opens what the previous one sealed. */
  public MasterKey after(String previousBase64) {
    return new MasterKey(key, secret(previousBase64));
  }

  private static SecretKey secret(String base64) {
    byte[] bytes = Base64.getDecoder().decode(base64);
    if (bytes.length != KEY_BYTES) {
      throw new IllegalArgumentException("The master key must be 32 bytes in Base64.");
    }
    return new SecretKeySpec(bytes, "AES");
  }

  /**
   * Returns a secret of 64 bytes that all replicas have, for a purpose other than sealing keys:
   * HMAC-SHA-512 of the purpose.
   */
  byte[] derived(String purpose) {
    try {
      Mac mac = Mac.getInstance("HmacSHA512");
      mac.init(new SecretKeySpec(key.getEncoded(), mac.getAlgorithm()));
      return mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * @param name the only name under which it opens
   */
  public byte[] seal(byte[] plain, String name) {
    byte[] nonce = RandomBits.bytes(NONCE_BYTES);
    byte[] sealed = run(Cipher.ENCRYPT_MODE, key, nonce, plain, name).orElseThrow();
    return ByteBuffer.allocate(1 + NONCE_BYTES + sealed.length)
        .put(VERSION)
        .put(nonce)
        .put(sealed)
        .array();
  }

  /**
   * @throws IllegalStateException if it was sealed with another master key, or for another name
   */
  public byte[] open(byte[] sealed, String name) {
    return opened(key, sealed, name)
        .or(() -> previous == null ? Optional.empty() : opened(previous, sealed, name))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "The stored signing key " + name + " was not sealed with this master key."));
  }

  /** Says whether it was sealed with this master key, and not with the previous one. */
  boolean opens(byte[] sealed, String name) {
    Optional<byte[]> opened = opened(key, sealed, name);
    opened.ifPresent(plain -> Arrays.fill(plain, (byte) 0));
    return opened.isPresent();
  }

  private static Optional<byte[]> opened(SecretKey key, byte[] sealed, String name) {
    if (sealed.length <= 1 + NONCE_BYTES || sealed[0] != VERSION) {
      throw new IllegalStateException("The stored signing key " + name + " has an unknown form.");
    }
    byte[] nonce = Arrays.copyOfRange(sealed, 1, 1 + NONCE_BYTES);
    byte[] rest = Arrays.copyOfRange(sealed, 1 + NONCE_BYTES, sealed.length);
    return run(Cipher.DECRYPT_MODE, key, nonce, rest, name);
  }

  /** Returns empty if the tag is wrong. */
  private static Optional<byte[]> run(
      int mode, SecretKey key, byte[] nonce, byte[] input, String name) {
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
      cipher.updateAAD(name.getBytes(StandardCharsets.UTF_8));
      return Optional.of(cipher.doFinal(input));
    } catch (AEADBadTagException e) {
      return Optional.empty();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
