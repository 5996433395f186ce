package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;

/**
 * Where the interface is to be had.
 *
 * @param address where clients reach the gateway
 * @param issuer the identity provider's address
 */
record ApiInfo(URI address, String issuer) {

  ObjectNode info() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("description", "Entities, their attestation, credentials and files")
        .put("title", "Attestry")
        .put("version", "1.0.0");
  }

  /** OpenID Connect Discovery 1.0 section 4. */
  String discovery() {
    return issuer + "/.well-known/openid-configuration";
  }
}
