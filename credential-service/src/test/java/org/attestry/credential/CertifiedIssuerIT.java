package org.attestry.credential;

import static org.attestry.contracts.credential.CredentialOperations.VERIFY_CREDENTIAL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.TestCertificates;
import org.attestry.credential.jose.TestSdJwts;
import org.attestry.credential.key.KeyType;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** SD-JWT credentials whose keys are named by certificates of a trusted authority. */
class CertifiedIssuerIT {

  private static final String HOST = "issuer.example";
  private static final String CLAIMS =
      "{\"iss\": \"https://%s/tenant\", \"vct\": \"urn:pid\", \"name\": \"Ada\"}";
  private static final KeyPair AUTHORITY = Keys.generate(KeyType.P256);
  private static final KeyPair ISSUER = Keys.generate(KeyType.P256);
  private static final byte[] AUTHORITY_ID = {1};

  private static RunningService service;

  @BeforeAll
  static void start() throws Exception {
    service =
        RunningService.start(
            Map.of(
                "PUBLIC_URL",
                "https://registry.example",
                "TRUSTED_CERTIFICATES",
                TestCertificates.pem(TestCertificates.authority(AUTHORITY))));
  }

  @AfterAll
  static void stop() throws Exception {
    service.stop();
  }

  @Test
  void aCredentialOfACertifiedIssuerIsVerified() throws Exception {
    VerificationView view = verify(signed(HOST, certificate(AUTHORITY)));
    assertTrue(view.verified(), view::toString);
  }

  @Test
  void theAuthoritysOwnCertificateMayFollow() throws Exception {
    VerificationView view =
        verify(signed(HOST, certificate(AUTHORITY), TestCertificates.authority(AUTHORITY)));
    assertTrue(view.verified(), view::toString);
  }

  @Test
  void aCertificateStandsForNoOtherIssuer() throws Exception {
    VerificationView view = verify(signed("other.example", certificate(AUTHORITY)));
    assertEquals(List.of(new Check("issuer", Status.NOK, "issuer.mismatch")), failed(view));
  }

  @Test
  void aCredentialThatNamesNoIssuerHasNone() throws Exception {
    String header = header(certificate(AUTHORITY));
    for (String claims : List.of("{\"vct\": \"urn:pid\"}", "{\"iss\": [\"a\"], \"vct\": \"b\"}")) {
      VerificationView view = verify(TestSdJwts.jwt(header, claims, ISSUER) + "~");
      assertEquals(List.of(new Check("issuer", Status.NOK, "issuer.mismatch")), failed(view));
    }
  }

  @Test
  void aCertificateOfAnotherAuthorityIsNotTrusted() throws Exception {
    KeyPair other = Keys.generate(KeyType.P256);
    for (String sdJwt :
        List.of(
            signed(HOST, certificate(other)),
            signed(HOST, certificate(other), TestCertificates.authority(other)),
            signed(HOST))) {
      VerificationView view = verify(sdJwt);
      Check issuer = new Check("issuer", Status.UNKNOWN, "issuer.not-trusted:x5c");
      assertTrue(failed(view).contains(issuer), view::toString);
    }
  }

  @Test
  void anAuthoritySignsNoCredentials() throws Exception {
    String header = header(TestCertificates.authority(AUTHORITY));
    VerificationView view = verify(TestSdJwts.jwt(header, CLAIMS.formatted(HOST), AUTHORITY) + "~");
    Check issuer = new Check("issuer", Status.UNKNOWN, "issuer.not-trusted:x5c");
    assertTrue(failed(view).contains(issuer), view::toString);
  }

  @Test
  void aSignatureByAnotherKeyDoesNotHold() throws Exception {
    String header = header(certificate(AUTHORITY));
    String forged = TestSdJwts.jwt(header, CLAIMS.formatted(HOST), AUTHORITY) + "~";
    assertEquals(
        new Check("proof", Status.NOK, "signature.mismatch"), failed(verify(forged)).getFirst());
  }

  private static X509Certificate certificate(KeyPair authority) {
    return TestCertificates.of(ISSUER, HOST, authority, AUTHORITY_ID);
  }

  private static String signed(String host, X509Certificate... chain) {
    return TestSdJwts.jwt(header(chain), CLAIMS.formatted(host), ISSUER) + "~";
  }

  private static String header(X509Certificate... chain) {
    String certificates =
        Stream.of(chain)
            .map(one -> '"' + TestCertificates.base64(one) + '"')
            .collect(Collectors.joining(","));
    return "{\"alg\": \"ES256\", \"typ\": \"dc+sd-jwt\", \"x5c\": [" + certificates + "]}";
  }

  private static List<Check> failed(VerificationView view) {
    return view.checks().stream().filter(check -> check.status() != Status.OK).toList();
  }

  private static VerificationView verify(String sdJwt) throws Exception {
    return service.request(
        VERIFY_CREDENTIAL, new VerifyCredentialRequest(Json.write(sdJwt)), Caller.NOBODY);
  }
}
