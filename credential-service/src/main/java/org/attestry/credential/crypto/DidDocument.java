package org.attestry.credential.crypto;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.StoredKey;
import org.attestry.runtime.json.Json;

/**
 * The DID document of an issuer (W3C DID Core 1.0): its keys, which may make assertions. RSA keys
 * have the type that verifiers of RsaSignature2018 look for; its two terms are defined inline,
 * because did/v1 does not define them. Other keys are Multikeys (W3C Controlled Identifiers 1.0,
 * section 2.2.2).
 */
public final class DidDocument {

  private static final String SECURITY = "https://w3id.org/security#";

  private DidDocument() {}

  public static ObjectNode of(String issuer, List<StoredKey> keys) {
    ObjectNode document = Json.object();
    ArrayNode context = document.putArray("@context").add("https://www.w3.org/ns/did/v1");
    if (keys.stream().anyMatch(key -> key.type() != KeyType.RSA)) {
      context.add("https://w3id.org/security/multikey/v1");
    }
    if (keys.stream().anyMatch(key -> key.type() == KeyType.RSA)) {
      context
          .addObject()
          .put("RsaVerificationKey2018", SECURITY + "RsaVerificationKey2018")
          .put("publicKeyPem", SECURITY + "publicKeyPem");
    }
    document.put("id", issuer);
    ArrayNode methods = document.putArray("verificationMethod");
    ArrayNode assertions = document.putArray("assertionMethod");
    for (StoredKey key : keys) {
      methods.add(method(issuer, key));
      assertions.add(key.verificationMethod());
    }
    return document;
  }

  private static ObjectNode method(String issuer, StoredKey key) {
    boolean rsa = key.type() == KeyType.RSA;
    ObjectNode method =
        Json.object()
            .put("id", key.verificationMethod())
            .put("type", rsa ? "RsaVerificationKey2018" : "Multikey")
            .put("controller", issuer);
    return rsa
        ? method.put("publicKeyPem", key.publicKeyPem())
        : method.put(
            "publicKeyMultibase", PublicKeyForms.of(PemKeys.read(key.publicKeyPem())).multibase());
  }
}
