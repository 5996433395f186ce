package org.attestry.adopt.credentials;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.attestry.adopt.Reports;
import org.attestry.adopt.SunbirdDump;
import org.attestry.adopt.report.AdoptFailure;
import org.attestry.adopt.report.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFileTest {

  @TempDir Path folder;

  @Test
  void readsAPem() throws IOException {
    VerificationKey key = read(SunbirdDump.text("public.pem")).getFirst();

    assertEquals("did:india", key.verificationMethod());
    assertTrue(key.publicKeyPem().startsWith("-----BEGIN PUBLIC KEY-----"));
  }

  @Test
  void readsTheConfigurationOfCertificateSigner() throws IOException {
    List<VerificationKey> keys =
        read(
            """
            {"issuers": {"default": {"publicKey": "PEM 1", "privateKey": "SECRET",
                "signatureType": "RSA", "verificationMethod": "did:india"},
              "did:web:b.example.org": {"publicKey": "PEM 2", "verificationMethod": "did:b"}}}
            """);

    assertEquals(new VerificationKey(null, "did:india", "PEM 1", null), keys.getFirst());
    assertEquals(
        new VerificationKey("did:web:b.example.org", "did:b", "PEM 2", null), keys.getLast());
  }

  @Test
  void readsTheKeysOfADidDocument() throws IOException {
    List<VerificationKey> keys =
        read(
            """
            {"id": "did:rcw:1", "verificationMethod": [
              {"id": "did:rcw:1#key-0", "type": "Ed25519VerificationKey2020",
               "publicKeyMultibase": "z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK"},
              {"id": "#key-1", "type": "RsaVerificationKey2018", "publicKeyPem": "PEM"}]}
            """);

    assertEquals("did:rcw:1#key-0", keys.getFirst().verificationMethod());
    assertEquals(
        "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"Lm_M42cB3HkUiODQsXRcweM6TByfzEHGO9ND274JcOY\"}",
        keys.getFirst().jwk().toString());
    assertEquals(new VerificationKey("did:rcw:1", "did:rcw:1#key-1", "PEM", null), keys.getLast());
  }

  @Test
  void refusesPrivateKeys() {
    assertThrows(AdoptFailure.class, () -> read("-----BEGIN PRIVATE KEY-----\nx\n"));
    assertThrows(
        AdoptFailure.class,
        () ->
            read(
                "[{\"verificationMethod\": \"did:a\", \"publicKeyJwk\": {\"kty\": \"OKP\", \"d\":"
                    + " \"x\"}}]"));
  }

  @Test
  void givesAKeyWithoutIssuerToTheIssuerWhoseCredentialsNameIt() {
    Survey survey = new Survey();
    survey.add(credential("did:web:a.example.org"));
    survey.add(credential("did:web:b.example.org"));
    survey.add(credential("did:web:b.example.org"));
    Report report = Reports.in(folder);
    List<VerificationKey> keys =
        new KeyMatch(survey, report)
            .match(List.of(new VerificationKey(null, "did:india", "PEM", null)));

    assertEquals("did:web:b.example.org", keys.getFirst().issuer());
    assertTrue(
        Reports.lines(report, folder).stream()
            .anyMatch(line -> line.startsWith("LOST|Key did:india of did:web:a.example.org|1 ")));
  }

  private static String credential(String issuer) {
    return "{\"@context\": [], \"issuer\": \"%s\", \"proof\": {\"verificationMethod\": \"did:india\"}}"
        .formatted(issuer);
  }

  private List<VerificationKey> read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("keys"), text);
    return KeyFile.read(file, "did:india");
  }
}
