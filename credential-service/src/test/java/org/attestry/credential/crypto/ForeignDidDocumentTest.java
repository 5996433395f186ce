package org.attestry.credential.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.attestry.credential.crypto.ForeignDidDocument.InvalidException;
import org.attestry.credential.crypto.ForeignDidDocument.Method;
import org.attestry.credential.issuer.KeyPurpose;
import org.attestry.credential.key.KeyForms;
import org.attestry.credential.suite.Documents;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForeignDidDocumentTest {

  private static final String DID = "did:web:issuer.example";
  private static final String NAME = DID + "#key-1";
  private static final PublicKey KEY = TestKeys.rsa().getPublic();

  @Test
  void aKeyIsReadInEachForm() {
    KeyForms forms = PublicKeyForms.of(KEY);
    ObjectNode multibase = document();
    method(multibase).remove("publicKeyPem");
    method(multibase).put("publicKeyMultibase", forms.multibase());
    ObjectNode jwk = document();
    method(jwk).remove("publicKeyPem");
    method(jwk).set("publicKeyJwk", forms.jwk());

    for (ObjectNode document : new ObjectNode[] {document(), multibase, jwk}) {
      assertArrayEquals(KEY.getEncoded(), read(document).key().getEncoded());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"use": "sig"}                  | true
          {"key_ops": ["verify"]}         | true
          {"use": "enc"}                  | false
          {"key_ops": ["encrypt"]}        | false
          {"key_ops": "verify"}           | false
          """)
  void aJwkSaysWhetherItVerifies(String says, boolean verifies) {
    ObjectNode document = document();
    method(document).remove("publicKeyPem");
    ObjectNode jwk = PublicKeyForms.of(KEY).jwk();
    jwk.setAll(Documents.json(says));
    method(document).set("publicKeyJwk", jwk);

    if (verifies) {
      assertArrayEquals(KEY.getEncoded(), read(document).key().getEncoded());
    } else {
      assertEquals("key", assertThrows(InvalidException.class, () -> read(document)).what());
    }
  }

  @Test
  void relativeNamesAndEmbeddedMethodsAreRead() {
    ObjectNode relative = document();
    method(relative).put("id", "#key-1");
    relative.putArray("assertionMethod").add("#key-1");
    ObjectNode embedded = document();
    embedded.putArray("assertionMethod").add(method(embedded));
    embedded.putArray("verificationMethod");

    assertArrayEquals(KEY.getEncoded(), read(relative).key().getEncoded());
    assertArrayEquals(KEY.getEncoded(), read(embedded).key().getEncoded());
  }

  @Test
  void aKeyServesThePurposesThatListIt() {
    ObjectNode document = document();
    ForeignDidDocument read = new ForeignDidDocument(DID, document);
    InvalidException refused =
        assertThrows(InvalidException.class, () -> read.method(NAME, KeyPurpose.AUTHENTICATION));
    assertEquals("method-not-for-authentication", refused.what());

    document.putArray("authentication").add("#key-1");
    byte[] key = read.method(NAME, KeyPurpose.AUTHENTICATION).key().getEncoded();
    assertArrayEquals(KEY.getEncoded(), key);
  }

  @Test
  void datesOfAMethodAreRead() {
    ObjectNode document = document();
    method(document).put("revoked", "2026-02-03T04:05:06Z").put("expires", "2027-02-03T04:05:06Z");

    assertEquals(Instant.parse("2026-02-03T04:05:06Z"), read(document).revoked());
    assertEquals(Instant.parse("2027-02-03T04:05:06Z"), read(document).expires());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id | /id | \"did:web:other.example\"",
        "id | /id | 7",
        "method-unknown | /verificationMethod | []",
        "method-unknown | /verificationMethod | \"x\"",
        "method-unknown | /verificationMethod/0/id | \"did:web:other.example#key-1\"",
        "method-not-for-assertions | /assertionMethod | []",
        "method-not-for-assertions | /assertionMethod | [\"did:web:other.example#key-1\"]",
        "method-not-for-assertions | /assertionMethod | \"did:web:issuer.example#key-1\"",
        "method-repeated | /assertionMethod | [{\"id\": \"#key-1\"}]",
        "controller | /verificationMethod/0/controller | \"did:web:other.example\"",
        "controller | /verificationMethod/0/controller | null",
        "key | /verificationMethod/0/publicKeyPem | \"no key\"",
        "key | /verificationMethod/0/publicKeyPem | 7",
        "key | /verificationMethod/0/publicKeyMultibase | \"zzz\"",
        "key | /verificationMethod/0/publicKeyJwk | {\"kty\": \"RSA\"}",
        "revoked | /verificationMethod/0/revoked | \"yesterday\"",
      })
  void aDocumentThatDoesNotSayThatTheKeyIsTheIssuersIsRefused(
      String what, String pointer, String value) {
    ObjectNode document = document();
    int slash = pointer.lastIndexOf('/');
    ((ObjectNode) document.at(pointer.substring(0, slash)))
        .set(pointer.substring(slash + 1), Json.read(value.strip()));

    InvalidException refused = assertThrows(InvalidException.class, () -> read(document));

    assertEquals(what, refused.what());
  }

  @ParameterizedTest
  @CsvSource({
    "z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK, Ed25519",
    "zDnaerx9CtbPJ1q36T5Ln5wYt3MQYeGRG5ehnPAmxcf5mDZpv, EC"
  })
  void keysOfTheDidKeyMethodsExamplesAreRead(String multibase, String algorithm) {
    PublicKey key = PublicKeyForms.ofMultibase(multibase);

    assertEquals(algorithm, key.getAlgorithm().replace("EdDSA", "Ed25519"));
    assertEquals(multibase, PublicKeyForms.of(key).multibase());
  }

  @ParameterizedTest
  @CsvSource({"z", "z1", "x6Mk", "z0", "zzz", "z6Mk", "zDnaer"})
  void whatIsNoMultikeyIsRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> PublicKeyForms.ofMultibase(text));
  }

  /** Products of primes, which pass any check of a modulus. */
  @ParameterizedTest
  @ValueSource(ints = {9_000, 16_384})
  void aLargeRsaKeyIsRefusedInEachForm(int bits) throws Exception {
    BigInteger modulus = BigInteger.ONE;
    Random random = new Random(bits);
    while (modulus.bitLength() < bits - 512) {
      modulus = modulus.multiply(BigInteger.probablePrime(512, random));
    }
    PublicKey large =
        KeyFactory.getInstance("RSA", "SunRsaSign")
            .generatePublic(new RSAPublicKeySpec(modulus, RSAKeyGenParameterSpec.F4));
    KeyForms forms = PublicKeyForms.of(large);
    ObjectNode pem = document();
    method(pem).put("publicKeyPem", PemKeys.write(large));
    ObjectNode jwk = document();
    method(jwk).remove("publicKeyPem");
    method(jwk).set("publicKeyJwk", forms.jwk());
    ObjectNode multibase = document();
    method(multibase).remove("publicKeyPem");
    method(multibase).put("publicKeyMultibase", forms.multibase());

    for (ObjectNode document : List.of(pem, jwk, multibase)) {
      InvalidException refused = assertThrows(InvalidException.class, () -> read(document));
      assertEquals("key", refused.what());
    }
  }

  private static Method read(JsonNode document) {
    return new ForeignDidDocument(DID, document).method(NAME, KeyPurpose.ASSERTION);
  }

  private static ObjectNode method(ObjectNode document) {
    return (ObjectNode) document.at("/verificationMethod/0");
  }

  private static ObjectNode document() {
    ObjectNode document =
        (ObjectNode)
            Json.read(
                """
                {"id": "%1$s", "assertionMethod": ["%2$s"],
                 "verificationMethod": [{"id": "%2$s", "controller": "%1$s"}]}
                """
                    .formatted(DID, NAME));
    method(document).put("publicKeyPem", PemKeys.write(KEY));
    return document;
  }
}
