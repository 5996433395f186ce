package org.attestry.credential.crypto;

import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.util.Base64;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/**
 * A DID that contains its only key: did:key (W3C CCG did:key method) with a Multikey, or did:jwk
 * (did:jwk method) with a public JWK.
 *
 * @param method the name of the key in proofs
 */
public record SelfCertifyingDid(String method, PublicKey key) {

  private static final String KEY = "did:key:";
  private static final String JWK = "did:jwk:";

  public static boolean is(String did) {
    return did.startsWith(KEY) || did.startsWith(JWK);
  }

  /**
   * @throws IllegalArgumentException if the DID is malformed, the type of its key is not used here,
   *     or the key is not for verifying
   */
  public static SelfCertifyingDid of(String did) {
    if (did.startsWith(KEY)) {
      String multibase = did.substring(KEY.length());
      return new SelfCertifyingDid(did + "#" + multibase, PublicKeyForms.ofMultibase(multibase));
    }
    return new SelfCertifyingDid(did + "#0", ofJwk(did.substring(JWK.length())));
  }

  private static PublicKey ofJwk(String encoded) {
    String text = new String(Base64.getUrlDecoder().decode(encoded), StandardCharsets.UTF_8);
    try {
      return ForeignDidDocument.ofJwk(Json.parse(JsonBytes.of(text)));
    } catch (FailureException e) {
      throw new IllegalArgumentException("The DID holds no JSON Web Key.", e);
    }
  }
}
