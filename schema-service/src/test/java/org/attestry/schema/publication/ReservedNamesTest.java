package org.attestry.schema.publication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.attestry.contracts.Violation;
import org.attestry.schema.document.Findings;
import org.attestry.schema.document.ReservedNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReservedNamesTest {

  private final ReservedNames names = new ReservedNames("chief", List.of("notary", "*"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Schema",
        "schema",
        "RevokedCredential",
        "chief",
        "Chief",
        "anonymous",
        "notary",
        "Notary",
        "offline_access",
        "Offline_Access",
        "uma_authorization",
        "default-roles-attestry"
      })
  void rolesThatSayMoreThanATypeAreNoTypes(String name) {
    assertTrue(names.isNoType(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "send",
        "verify",
        "issuers",
        "templates",
        "contexts",
        "offers",
        "presentations",
        "swagger",
        "openapi"
      })
  void wordsOfFixedPathsAreNoTypes(String name) {
    assertTrue(names.isNoType(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Teacher", "admin", "Keys", "signer", "default", "Schemas", "offline"})
  void otherNamesAreFree(String name) {
    assertFalse(names.isNoType(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"admin", "Admin", "offline_access", "default-roles-x"})
  void policyCannotNameTheAdminRoleOrOneOfTheProvider(String role) {
    Violation refused = only(lint(role).violations().listed());
    assertEquals(
        "/definitions/T/_osConfig/attestationPolicies/0/attestorPlugin", refused.pointer());
    assertTrue(refused.message().contains("'" + role + "' cannot attest"), refused.message());
  }

  @Test
  void policyMayNameARoleThatIsNoType() {
    assertEquals(List.of(), lint("inspector").violations().listed());
  }

  private static Findings lint(String role) {
    Findings findings = Linting.findings();
    String policy =
        "{\"name\": \"p\", \"attestorPlugin\": \"did:internal:ClaimPluginActor?entity=%s\"}"
            .formatted(role);
    Linting.lint(
        SampleDocuments.typed("T", "{}", "{\"attestationPolicies\": [" + policy + "]}"), findings);
    return findings;
  }

  private static <T> T only(List<T> list) {
    assertEquals(1, list.size(), list.toString());
    return list.getFirst();
  }
}
