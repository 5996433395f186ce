package org.attestry.credential.jose;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.security.KeyPair;
import java.security.cert.CertificateEncodingException;
import java.util.Base64;
import java.util.Set;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.TestCertificates;
import org.attestry.credential.key.KeyType;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;

class CertificateAuthoritiesTest {

  private static final CertificateAuthorities AUTHORITIES = new CertificateAuthorities();

  @Test
  void readsTheAuthoritiesOfEachCertificate() throws CertificateEncodingException {
    KeyPair keys = Keys.generate(KeyType.P256);
    ObjectNode header = Json.object().put("alg", "ES256");
    for (byte id : new byte[] {'a', 'b'}) {
      byte[] der = TestCertificates.of(keys, "issuer.example", keys, new byte[] {id}).getEncoded();
      header.withArrayProperty("x5c").add(Base64.getEncoder().encodeToString(der));
    }
    header.withArrayProperty("x5c").add("none").add("AAAA").add(7);

    assertEquals(Set.of("YQ", "Yg"), in(header));
  }

  @Test
  void whatHasNoCertificateHasNoAuthority() {
    assertEquals(Set.of(), in(Json.object()));
    assertEquals(Set.of(), in(Json.object().put("x5c", "text")));
    assertEquals(Set.of(), AUTHORITIES.in(Json.object()));
    assertEquals(Set.of(), AUTHORITIES.in(TextNode.valueOf("text")));
    assertEquals(Set.of(), AUTHORITIES.in(TextNode.valueOf("!.e30.x")));
  }

  private static Set<String> in(ObjectNode header) {
    return AUTHORITIES.in(TextNode.valueOf(TestSdJwts.encoded(header.toString()) + ".e30.AAAA~x~"));
  }
}
