package org.attestry.credential.jose;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Supplier;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.crypto.PemKeys;
import org.attestry.credential.crypto.PublicKeyForms;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.proof.ProofTerms;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.proof.Proofs.Verification;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;

/**
 * A JWS in compact form (RFC 7515, section 7.1) with a JSON object as payload. Its signature has
 * not been verified.
 *
 * @param input the signing input: encoded header, full stop, encoded payload
 * @param signature its bytes
 */
public record Jws(JsonNode header, ObjectNode payload, String input, byte[] signature) {

  private static final int CHARACTERS_A_STEP = 64;

  /** 9999-12-31T23:59:59Z, the last second that a date of a credential can have. */
  private static final long LAST_SECOND = 253_402_300_799L;

  /**
   * @throws InvalidProofException if it is malformed
   */
  static Jws parse(String text, String malformed) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 3) {
      throw new InvalidProofException(malformed);
    }
    return new Jws(
        object(parts[0], malformed),
        object(parts[1], malformed),
        parts[0] + "." + parts[1],
        DetachedJws.decode(parts[2]));
  }

  /**
   * @throws InvalidProofException with the reason {@code malformed} if it is no JSON object
   */
  static ObjectNode object(String encoded, String malformed) {
    byte[] text = DetachedJws.decode(encoded);
    try {
      if (Json.parse(JsonBytes.of(text)) instanceof ObjectNode object) {
        return object;
      }
    } catch (FailureException e) {
      // The text is malformed.
    }
    throw new InvalidProofException(malformed);
  }

  /** Returns the first members of a header that we write. */
  public static ObjectNode header(SignatureAlgorithm algorithm, String type) {
    return Json.object().put("alg", JwsAlgorithms.name(algorithm)).put("typ", type);
  }

  /**
   * Returns a header that names a key of ours by its {@code kid}, and holds the key for readers
   * that resolve no DIDs.
   */
  static ObjectNode headerWithKey(String type, StoredKey key) {
    ObjectNode header = header(JwsAlgorithms.of(key.type()), type);
    header.put("kid", key.verificationMethod());
    ObjectNode jwk = PublicKeyForms.of(PemKeys.read(key.publicKeyPem())).jwk();
    header.set("jwk", jwk.put("kid", key.verificationMethod()));
    return header;
  }

  public static Prepared<String> prepare(
      ObjectNode header, ObjectNode payload, SignatureAlgorithm algorithm) {
    String input = encoded(header) + "." + encoded(payload);
    return new Prepared<>(
        algorithm,
        input.getBytes(StandardCharsets.US_ASCII),
        signature -> input + "." + DetachedJws.encode(signature));
  }

  private static String encoded(ObjectNode json) {
    return DetachedJws.encode(json.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Whether a certificate is all that names the key (RFC 7515, section 4.1.6). */
  static boolean isNamedByCertificate(JsonNode header) {
    return header.has("x5c") && !header.has("kid");
  }

  /**
   * The certificates of a header, in DER.
   *
   * @throws InvalidProofException if they are not in Base64
   */
  static List<byte[]> certificates(JsonNode header) {
    List<byte[]> certificates = new ArrayList<>();
    try {
      for (JsonNode one : header.get("x5c")) {
        certificates.add(Base64.getDecoder().decode(one.asText()));
      }
    } catch (IllegalArgumentException e) {
      throw new InvalidProofException("jwt.header");
    }
    return certificates;
  }

  /** Returns the steps of decoding, hashing and parsing a text. */
  public static int steps(String text) {
    return 1 + text.length() / CHARACTERS_A_STEP;
  }

  /** Returns the result of a verifier, or the reason why it stopped. */
  static Verification verification(String text, Budget budget, Supplier<Verification> verifier) {
    try {
      budget.spend(steps(text));
      return verifier.get();
    } catch (InvalidProofException e) {
      return new Verification(new Verdict.Invalid(e.reason(), List.of()), null);
    } catch (FailureException spent) {
      return new Verification(new Verdict.Undecided("document.limit"), null);
    }
  }

  String text() {
    return input + "." + DetachedJws.encode(signature);
  }

  String type() {
    return header.path("typ").asText();
  }

  /** Returns the bytes of a valid signature, in the form of {@link JwsAlgorithms#verified}. */
  public byte[] verified(PublicKey key) {
    return JwsAlgorithms.verified(header, input, signature, key);
  }

  /** Returns the verdict on a JWS whose payload consists of claims, with its verified signature. */
  Verdict valid(byte[] verified) {
    return valid(verified, payload);
  }

  /**
   * Returns the verdict on a JWS with these claims.
   *
   * @param claims of the payload, and those that were disclosed beside it
   */
  Verdict valid(byte[] verified, ObjectNode claims) {
    List<String> created = dates(claims, "iat");
    String date = created.isEmpty() ? null : created.getFirst();
    return new Verdict.Valid(
        Sha256.hex(input),
        Sha256.hex(verified),
        new ProofTerms(date, List.of(), List.of(), null, null, List.of(), true));
  }

  /** Returns the dates in one claim of a payload. */
  static List<String> dates(ObjectNode payload, String name) {
    return payload.has(name) ? List.of(date(payload.get(name))) : List.of();
  }

  /**
   * Writes the dates of validity as NumericDates of a JWT. A beginning before 1970 and an end after
   * 9999 are left out, because they limit nothing.
   *
   * @param from null for an unlimited past
   * @param until null for no end
   */
  static void putDates(ObjectNode payload, Instant from, Instant until) {
    if (from != null && from.getEpochSecond() > 0) {
      payload.put("nbf", Math.min(from.getEpochSecond(), LAST_SECOND));
    }
    if (until != null && until.getEpochSecond() <= LAST_SECOND) {
      payload.put("exp", Math.max(until.getEpochSecond(), 0));
    }
  }

  /**
   * Returns a date (RFC 7519, NumericDate) in whole seconds of the years 1970 to 9999.
   *
   * @throws InvalidProofException if the value is no such date
   */
  static String date(JsonNode seconds) {
    boolean date =
        seconds.isIntegralNumber()
            && seconds.canConvertToLong()
            && seconds.longValue() >= 0
            && seconds.longValue() <= LAST_SECOND;
    if (!date) {
      throw new InvalidProofException("jwt.claims");
    }
    return Instant.ofEpochSecond(seconds.longValue()).toString();
  }
}
