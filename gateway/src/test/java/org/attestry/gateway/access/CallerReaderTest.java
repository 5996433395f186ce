package org.attestry.gateway.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.config.SettingsException;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallerReaderTest {

  @Test
  void readsKeycloaksClaims() {
    Caller caller =
        read(
            Map.of(),
            """
            {"sub": "u-1", "email": "a@example.org", "scope": "openid email profile",
             "realm_access": {"roles": ["Teacher", "admin"]}, "entity": ["Teacher"],
             "resource_access": {"other": {"roles": ["ignored"]}}, "jti": "t-1"}\
            """);

    assertEquals("u-1", caller.userId());
    assertEquals("a@example.org", caller.email());
    assertEquals(Set.of("Teacher", "admin"), caller.roles());
    assertEquals(Set.of("Teacher"), caller.entities());
    assertEquals(Set.of(), caller.consents());
    assertTrue(caller.admin());
    assertEquals("t-1", caller.tokenId());
  }

  @Test
  void takesNoStandardScopeForAConsent() {
    Caller caller =
        read(
            Map.of(),
            "{\"sub\": \"u\", \"scope\": \"openid profile email address phone"
                + " offline_access salary\"}");

    assertEquals(Set.of("salary"), caller.consents());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"phone email\"", "[\"phone\", \"email\"]", "{\"phone\": 1, \"email\": {}}"})
  void readsConsentInEveryForm(String consent) {
    Caller caller = read(Map.of(), "{\"sub\": \"u\", \"consent\": " + consent + "}");

    assertEquals(Set.of("phone", "email"), caller.consents());
  }

  @Test
  void readsClaimsFromTheConfiguredPaths() {
    Caller caller =
        read(
            Map.of(
                "IDENTITY_CLAIMS_USER_ID", "uid",
                "IDENTITY_CLAIMS_ROLES", "$['https://example.org/roles']",
                "IDENTITY_CLAIMS_EMAIL", "contact.mail",
                "IDENTITY_CLAIMS_ENTITY", "types",
                "IDENTITY_CLAIMS_CONSENT", "given",
                "IDENTITY_CLAIMS_SCOPE", "scp",
                "IDENTITY_ADMIN_ROLE", "boss"),
            """
            {"uid": "u-9", "https://example.org/roles": "boss clerk", "sub": "x",
             "contact": {"mail": "u@example.org"}, "email": "x", "types": ["Teacher"],
             "entity": ["x"], "given": "phone", "consent": "x", "scp": ["salary"], "scope": "x"}\
            """);

    assertEquals("u-9", caller.userId());
    assertEquals(Set.of("boss", "clerk"), caller.roles());
    assertEquals("u@example.org", caller.email());
    assertEquals(Set.of("Teacher"), caller.entities());
    assertEquals(Set.of("phone", "salary"), caller.consents());
    assertTrue(caller.admin());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"sub\": \"u\", \"realm_access\": {\"roles\": [\"administrator\", \"Admin\", \""
            + " admin\"]}}",
        "{\"sub\": \"u\", \"realm_access\": \"admin\"}",
        "{\"sub\": \"u\", \"roles\": [\"admin\"], \"admin\": true}"
      })
  void makesNobodyAdminByMistake(String claims) {
    assertFalse(read(Map.of(), claims).admin());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"sub\": \"\"}", "{\"sub\": 7}", "{\"sub\": null}"})
  void refusesATokenThatNamesNobody(String claims) {
    assertThrows(FailureException.class, () -> read(Map.of(), claims));
  }

  @Test
  void leavesOutWhatIsMissing() {
    Caller caller = read(Map.of(), "{\"sub\": \"u\", \"email\": 5}");

    assertNull(caller.email());
    assertEquals(Set.of(), caller.roles());
  }

  @Test
  void refusesSharedSecretAlgorithmsInTheSettings() {
    SettingsException refused =
        assertThrows(
            SettingsException.class, () -> read(Map.of("IDENTITY_ALGORITHMS", "HS256"), "{}"));

    assertTrue(refused.getMessage().contains("IDENTITY_ALGORITHMS"), refused.getMessage());
  }

  private static Caller read(Map<String, String> settings, String claims) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("IDENTITY_ISSUER", "http://127.0.0.1/issuer");
    IdentityConfig config = Settings.of(all).read(Holder.class).identity();
    return new CallerReader(config).read(Json.read(claims));
  }

  /** Settings with the prefix that the gateway gives them. */
  public record Holder(IdentityConfig identity) {}
}
