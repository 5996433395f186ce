package org.attestry.credential.jose;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Set;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.TestCertificates;
import org.attestry.credential.key.KeyType;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;

class CertificateAuthoritiesTest {

  private static final KeyPair AUTHORITY = Keys.generate(KeyType.P256);
  private static final KeyPair KEYS = Keys.generate(KeyType.P256);
  private static final CertificateAuthorities AUTHORITIES =
      new CertificateAuthorities(
          new X509Issuers(
              TestCertificates.pem(TestCertificates.authority(AUTHORITY)),
              Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC)));

  @Test
  void readsTheAuthorityThatCertifiesTheKey() {
    assertEquals(Set.of("YQ"), in(header(certificate(AUTHORITY, 'a'))));
    assertEquals(
        Set.of("YQ"),
        in(header(certificate(AUTHORITY, 'a'), TestCertificates.authority(AUTHORITY))));
  }

  /** Anybody can add certificates of others to a header. */
  @Test
  void certificatesThatCertifyNothingHaveNoAuthority() {
    KeyPair other = Keys.generate(KeyType.P256);
    assertEquals(Set.of(), in(header(certificate(other, 'a'))));
    assertEquals(Set.of(), in(header(certificate(AUTHORITY, 'a'), certificate(other, 'b'))));
    assertEquals(Set.of(), in(header(certificate(AUTHORITY, 'a')).put("kid", "did:web:a#key-1")));
  }

  @Test
  void whatHasNoCertificateHasNoAuthority() {
    assertEquals(Set.of(), in(Json.object()));
    assertEquals(Set.of(), in(Json.object().put("x5c", "text")));
    ObjectNode header = Json.object();
    header.putArray("x5c").add("none").add("AAAA").add(7);
    assertEquals(Set.of(), in(header));
    assertEquals(Set.of(), AUTHORITIES.in(Json.object()));
    assertEquals(Set.of(), AUTHORITIES.in(TextNode.valueOf("text")));
    assertEquals(Set.of(), AUTHORITIES.in(TextNode.valueOf("!.e30.x")));
  }

  private static X509Certificate certificate(KeyPair authority, char id) {
    return TestCertificates.of(KEYS, "issuer.example", authority, new byte[] {(byte) id});
  }

  private static ObjectNode header(X509Certificate... chain) {
    ObjectNode header = Json.object().put("alg", "ES256");
    for (X509Certificate one : chain) {
      header.withArrayProperty("x5c").add(TestCertificates.base64(one));
    }
    return header;
  }

  private static Set<String> in(ObjectNode header) {
    return AUTHORITIES.in(TextNode.valueOf(TestSdJwts.encoded(header.toString()) + ".e30.AAAA~x~"));
  }
}
