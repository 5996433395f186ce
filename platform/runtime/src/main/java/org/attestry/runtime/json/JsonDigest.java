package org.attestry.runtime.json;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.attestry.contracts.JsonBytes;

/** Digests of JSON documents, byte for byte. */
public final class JsonDigest {

  private JsonDigest() {}

  /** SHA-256 (FIPS 180-4) of the document in UTF-8, in lower-case hex. */
  public static String sha256(JsonBytes json) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(json.utf8());
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException everyJvmHasIt) {
      throw new IllegalStateException(everyJvmHasIt);
    }
  }
}
