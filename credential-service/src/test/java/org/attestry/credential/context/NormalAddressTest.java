package org.attestry.credential.context;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NormalAddressTest {

  private static final String BUNDLED = "https://www.w3.org/2018/credentials/v1";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://www.w3.org:443/2018/credentials/v1",
        "https://www.w3.org:/2018/credentials/v1",
        "https://www.w3.org:0443/2018/credentials/v1",
        "https://WWW.W3.org/2018/credentials/v1",
        "https://www.w3.org./2018/credentials/v1",
        "https://www.w3.org/./2018/credentials/v1",
        "https://www.w3.org/x/../2018/credentials/v1",
        "https://www.w3.org/../2018/credentials/v1",
        "https://www.w3.org/2018/credentials/%76%31",
        "https://www%2Ew3.org/2018/credentials/v1",
        "https://www.w3.org/2018/credentials/v1?",
        "https://@www.w3.org/2018/credentials/v1",
        "https://someone@www.w3.org/2018/credentials/v1"
      })
  void anAddressThatRespellsAnotherHasItsNormalForm(String respelled) {
    assertEquals(BUNDLED, NormalAddress.of(respelled));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        BUNDLED,
        "http://localhost:8081/contexts/a1",
        "https://w3id.org/security/v2",
        "https://example.org/",
        "https://example.org/a//b/?x=%2F&y=~",
        "https://example.org:8443/a/",
        "urn:example:Context:1",
        "did:web:example.org%3A8443:contexts"
      })
  void anAddressInNormalFormStaysAsItIs(String address) {
    assertEquals(address, NormalAddress.of(address));
  }

  @Test
  void itsFormsAreThoseOfRfc3986() {
    assertEquals("https://example.org/", NormalAddress.of("https://example.org"));
    assertEquals("https://example.org/a/", NormalAddress.of("https://example.org/a/b/.."));
    assertEquals("https://example.org/a/", NormalAddress.of("https://example.org/a/."));
    assertEquals("https://example.org/%2F", NormalAddress.of("https://example.org/%2f"));
    assertEquals("urn:example:A", NormalAddress.of("urn:EXAMPLE:A"));
    assertEquals("http://a.example/", NormalAddress.twin("https://a.example/"));
    assertEquals("https://a.example/", NormalAddress.twin("http://a.example/"));
    assertEquals("urn:a:b", NormalAddress.twin("urn:a:b"));
  }
}
