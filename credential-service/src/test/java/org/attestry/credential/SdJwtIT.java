package org.attestry.credential;

import static org.attestry.contracts.credential.CredentialOperations.SIGN_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_CREDENTIAL;
import static org.attestry.contracts.credential.IssuerOperations.REVOKE_KEY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.IssuerOperations.RevokeKeyRequest;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SD-JWT credentials by {@code /utils/sign}, verified as any other. */
class SdJwtIT {

  private static final String TEMPLATE =
      """
      {"type": "Licence", "validUntil": "%s",
       "credentialSubject": {"name": "{{name}}", "points": "{{points}}"},
       "proof": {"type": "dc+sd-jwt", "alg": "%s", "vct": "https://registry.example/licence",
         "disclosable": ["/name", "/points"]}}
      """;

  private static RunningService service;

  @BeforeAll
  static void start() throws Exception {
    service = RunningService.start(Map.of("PUBLIC_URL", "https://registry.example"));
  }

  @AfterAll
  static void stop() throws Exception {
    service.stop();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ES256", "EdDSA", "PS256"})
  void verifiesWhatItSignedWithAnyDisclosures(String algorithm) throws Exception {
    String sdJwt = sign("2999-01-01T00:00:00Z", algorithm);
    assertTrue(verify(sdJwt).verified(), () -> sdJwt);
    String issued = sdJwt.substring(0, sdJwt.indexOf('~') + 1);
    VerificationView view = verify(issued);
    assertTrue(view.verified(), view.toString());
    assertFalse(new String(Base64.getUrlDecoder().decode(issued.split("\\.")[1])).contains("Ada"));

    String other = encoded("[\"c2FsdA\", \"name\", \"Eve\"]");
    assertEquals(
        new Check("proof", Status.NOK, "sd-jwt.disclosures"),
        verify(issued + other + "~").checks().getFirst());
  }

  @Test
  void anExpiredOneIsNotVerified() throws Exception {
    VerificationView view = verify(sign("2020-01-01T00:00:00Z", "ES256"));
    assertFalse(view.verified());
    assertTrue(view.checks().contains(new Check("expiry", Status.NOK, "expired")), view.toString());
  }

  @Test
  void aKeyBindingThatIsExpectedMustBeThere() throws Exception {
    String sdJwt = sign("2999-01-01T00:00:00Z", "EdDSA");
    VerifyCredentialRequest request =
        new VerifyCredentialRequest(Json.write(sdJwt), "n", "https://verifier.example", true);
    VerificationView view = service.request(VERIFY_CREDENTIAL, request, Caller.NOBODY);
    assertFalse(view.verified());
    assertEquals(new Check("holder", Status.NOK, "holder.missing"), view.checks().getLast());
  }

  @Test
  void oneOfARevokedKeyIsNotVerified() throws Exception {
    String sdJwt = sign("2999-01-01T00:00:00Z", "EdDSA");
    assertTrue(verify(sdJwt).verified());
    JsonNode header =
        Json.read(
            new String(
                Base64.getUrlDecoder().decode(sdJwt.split("\\.")[0]), StandardCharsets.UTF_8));
    service.request(
        REVOKE_KEY, new RevokeKeyRequest(header.get("kid").textValue()), RunningService.ADMIN);
    assertTrue(
        verify(sdJwt).checks().contains(new Check("issuer", Status.NOK, "key.revoked")),
        () -> sdJwt);
  }

  @Test
  void namesFormsThatItDoesNotVerify() throws Exception {
    String jwt =
        encoded("{\"alg\": \"ES256\", \"typ\": \"example+sd-jwt\"}") + "." + encoded("{}") + ".AA";
    assertEquals(
        new Check("proof", Status.UNKNOWN, "form.unsupported:sd-jwt"),
        verify(jwt + "~").checks().getFirst());
    assertEquals("form.unsupported:text", verify("a~b").checks().getFirst().reason());
  }

  @Test
  void refusesATemplateWithThePlace() {
    String template = TEMPLATE.formatted("2999-01-01T00:00:00Z", "HS256");
    Failure refused = assertThrows(FailureException.class, () -> sign(template)).failure();
    assertEquals("/credentialTemplate/proof/alg", refused.violations().getFirst().pointer());
  }

  private static String encoded(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static String sign(String until, String algorithm) throws Exception {
    JsonNode signed = sign(TEMPLATE.formatted(until, algorithm));
    assertEquals("dc+sd-jwt", signed.get("format").textValue());
    return signed.get("credential").textValue();
  }

  private static JsonNode sign(String template) throws Exception {
    SignCredentialRequest request =
        new SignCredentialRequest(
            JsonBytes.of("{\"name\": \"Ada\", \"points\": 12}"), JsonBytes.of(template));
    return Json.read(
        service.request(SIGN_CREDENTIAL, request, RunningService.SOMEBODY).credential());
  }

  private static VerificationView verify(String sdJwt) throws Exception {
    return service.request(
        VERIFY_CREDENTIAL, new VerifyCredentialRequest(Json.write(sdJwt)), Caller.NOBODY);
  }
}
