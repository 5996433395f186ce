package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.attestry.credential.domain.StoredKey;

/**
 * The public face of an issuer (W3C DID Core 1.0): its keys, and that they may make assertions. The
 * key type is the one that verifiers of RsaSignature2018 look for, with its two terms defined
 * inline because did/v1 does not know them.
 */
final class DidDocument {

  private static final String SECURITY = "https://w3id.org/security#";

  private DidDocument() {}

  static ObjectNode of(String issuer, List<StoredKey> keys) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document
        .putArray("@context")
        .add("https://www.w3.org/ns/did/v1")
        .addObject()
        .put("RsaVerificationKey2018", SECURITY + "RsaVerificationKey2018")
        .put("publicKeyPem", SECURITY + "publicKeyPem");
    document.put("id", issuer);
    ArrayNode methods = document.putArray("verificationMethod");
    ArrayNode assertions = document.putArray("assertionMethod");
    for (StoredKey key : keys) {
      methods
          .addObject()
          .put("id", key.verificationMethod())
          .put("type", "RsaVerificationKey2018")
          .put("controller", issuer)
          .put("publicKeyPem", key.publicKeyPem());
      assertions.add(key.verificationMethod());
    }
    return document;
  }
}
