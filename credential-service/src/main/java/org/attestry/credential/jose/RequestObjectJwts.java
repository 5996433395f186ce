package org.attestry.credential.jose;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.attestry.credential.crypto.CertifiedKey;
import org.attestry.credential.crypto.Signatures;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.presentation.RequestObjects;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;

/** Writes requests for presentations as JWTs (RFC 9101; OpenID4VP 1.0, section 5). */
public final class RequestObjectJwts implements RequestObjects {

  /** The header's {@code typ}. */
  private static final String TYPE = "oauth-authz-req+jwt";

  private final CertifiedKey certified;
  private final String name;

  /**
   * @param certified a key with a certificate for the name; null for none
   * @param name the host of the public address
   */
  public RequestObjectJwts(CertifiedKey certified, String name) {
    this.certified = certified;
    this.name = name;
  }

  @Override
  public Prepared<String> prepare(ObjectNode claims, StoredKey key) {
    var algorithm = JwsAlgorithms.of(key.type());
    ObjectNode header = Jws.header(algorithm, TYPE).put("kid", key.verificationMethod());
    return Jws.prepare(header, claims, algorithm);
  }

  @Override
  public Optional<String> certifiedName() {
    return certified == null ? Optional.empty() : Optional.of(name);
  }

  @Override
  public Optional<String> certificateHash() {
    return Optional.ofNullable(certified)
        .map(one -> Base64.getDecoder().decode(one.chain().getFirst()))
        .map(certificate -> DetachedJws.encode(Sha256.of(certificate)));
  }

  @Override
  public String signedByCertificate(ObjectNode claims) {
    if (certified == null) {
      throw new IllegalStateException("There is no certificate");
    }
    ObjectNode header = Jws.header(certified.algorithm(), TYPE);
    ArrayNode chain = header.putArray("x5c");
    certified.chain().forEach(chain::add);
    Prepared<String> jwt = Jws.prepare(header, claims, certified.algorithm());
    return jwt.completed()
        .apply(Signatures.sign(certified.algorithm(), certified.key(), jwt.input()));
  }

  @Override
  public String unsigned(ObjectNode claims) {
    ObjectNode header = Json.object().put("alg", "none").put("typ", TYPE);
    return encoded(header) + "." + encoded(claims) + ".";
  }

  private static String encoded(ObjectNode json) {
    return DetachedJws.encode(json.toString().getBytes(StandardCharsets.UTF_8));
  }
}
