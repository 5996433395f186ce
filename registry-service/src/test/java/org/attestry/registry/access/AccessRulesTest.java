package org.attestry.registry.access;

import static org.attestry.testkit.Callers.admin;
import static org.attestry.testkit.Callers.user;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.registry.TestType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may do what, row by row: yes, 401 or 403 for each kind of caller. */
class AccessRulesTest {

  private static final List<String> OWNED = List.of("owner");
  private static final List<String> UNOWNED = List.of();

  private static final Map<String, Caller> CALLERS =
      Map.of(
          "nobody", Caller.NOBODY,
          "owner", user("owner"),
          "other", user("other"),
          "holder", user("holder", "Clerk"),
          "attestor", user("attestor", "Teacher"),
          "admin", admin());

  private static final Map<String, TypeConfig> TYPES =
      Map.of(
          "open", TestType.named("T").roles("anonymous").inviteRoles("anonymous").config(),
          "roles",
              TestType.named("T")
                  .roles("Clerk")
                  .inviteRoles("Clerk")
                  .policy("p", null, "$.name")
                  .config(),
          "any", TestType.named("T").config(),
          "register",
              TestType.named("T")
                  .roles("Clerk")
                  .readRoles("anonymous")
                  .createRoles("Teacher")
                  .config(),
          "closed",
              TestType.named("T")
                  .roles("anonymous")
                  .readRoles("Clerk")
                  .createRoles("Clerk")
                  .config(),
          "deleters", TestType.named("T").roles("Teacher").deleteRoles("Clerk").config());

  private static final Map<String, BiConsumer<TypeConfig, Caller>> OPERATIONS =
      Map.ofEntries(
          Map.entry("create", AccessRules::create),
          Map.entry("invite", AccessRules::invite),
          Map.entry("read", (type, caller) -> AccessRules.read(type, caller, OWNED)),
          Map.entry("search", AccessRules::search),
          Map.entry("list", AccessRules::list),
          Map.entry("change", (type, caller) -> AccessRules.change(type, caller, OWNED)),
          Map.entry("changeUnowned", (type, caller) -> AccessRules.change(type, caller, UNOWNED)),
          Map.entry("history", (type, caller) -> AccessRules.viewOfChanger(type, caller, OWNED)),
          Map.entry(
              "historyUnowned", (type, caller) -> AccessRules.viewOfChanger(type, caller, UNOWNED)),
          Map.entry("delete", (type, caller) -> AccessRules.delete(type, caller, OWNED)),
          Map.entry("contribute", (type, caller) -> AccessRules.contribute(type, caller, OWNED)),
          Map.entry(
              "contributeUnowned", (type, caller) -> AccessRules.contribute(type, caller, UNOWNED)),
          Map.entry("readClaim", (type, caller) -> AccessRules.readClaim(type, caller, OWNED)),
          Map.entry("revoke", (type, caller) -> AccessRules.revoke(type, caller, OWNED)),
          Map.entry("revokeUnowned", (type, caller) -> AccessRules.revoke(type, caller, UNOWNED)));

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # operation, type, nobody, owner, other, holder, attestor, admin
          create,            open,  yes, yes, yes, yes, yes, yes
          create,            roles, 401, 403, 403, yes, 403, yes
          create,            any,   401, yes, yes, yes, yes, yes
          invite,            open,  yes, yes, yes, yes, yes, yes
          invite,            roles, 401, 403, 403, yes, 403, yes
          invite,            any,   401, yes, yes, yes, yes, yes
          read,              open,  yes, yes, yes, yes, yes, yes
          read,              roles, 401, yes, 403, yes, yes, yes
          read,              any,   401, yes, yes, yes, yes, yes
          search,            open,  yes, yes, yes, yes, yes, yes
          search,            roles, 401, yes, yes, yes, yes, yes
          search,            any,   401, yes, yes, yes, yes, yes
          list,              open,  yes, yes, yes, yes, yes, yes
          list,              roles, 401, yes, yes, yes, yes, yes
          change,            open,  401, yes, 403, 403, 403, yes
          change,            roles, 401, yes, 403, 403, 403, yes
          change,            any,   401, yes, 403, 403, 403, yes
          changeUnowned,     open,  401, yes, yes, yes, yes, yes
          changeUnowned,     roles, 401, 403, 403, yes, 403, yes
          changeUnowned,     any,   401, 403, 403, 403, 403, yes
          history,           open,  401, yes, 403, 403, 403, yes
          history,           roles, 401, yes, 403, 403, 403, yes
          historyUnowned,    roles, 401, 403, 403, yes, 403, yes
          delete,            open,  401, yes, 403, 403, 403, yes
          delete,            roles, 401, yes, 403, 403, 403, yes
          delete,         deleters, 401, yes, 403, yes, 403, yes
          change,         deleters, 401, yes, 403, 403, 403, yes
          contribute,        open,  401, yes, 403, 403, 403, yes
          contribute,        roles, 401, yes, 403, 403, 403, yes
          contributeUnowned, open,  yes, yes, yes, yes, yes, yes
          contributeUnowned, roles, 401, 403, 403, yes, 403, yes
          readClaim,         open,  yes, yes, 403, 403, 403, yes
          readClaim,         roles, 401, yes, 403, 403, 403, yes
          revoke,            open,  401, yes, 401, 401, 401, yes
          revokeUnowned,     open,  yes, yes, yes, yes, yes, yes
          revoke,            roles, 401, yes, 401, 401, 401, yes
          create,         register, 401, 403, 403, 403, yes, yes
          read,           register, yes, yes, yes, yes, yes, yes
          search,         register, yes, yes, yes, yes, yes, yes
          list,           register, yes, yes, yes, yes, yes, yes
          readClaim,      register, yes, yes, 403, 403, 403, yes
          changeUnowned,  register, 401, 403, 403, yes, 403, yes
          contributeUnowned, register, 401, 403, 403, yes, 403, yes
          revokeUnowned,  register, 401, 401, 401, yes, 401, yes
          create,           closed, 401, 403, 403, yes, 403, yes
          read,             closed, 401, yes, 403, yes, 403, yes
          list,             closed, 401, yes, yes, yes, yes, yes
          readClaim,        closed, 401, yes, 403, 403, 403, yes
          contributeUnowned, closed, yes, yes, yes, yes, yes, yes
          """)
  void decidesAsTheTableRequires(
      String operation,
      String type,
      String nobody,
      String owner,
      String other,
      String holder,
      String attestor,
      String admin) {
    assertEquals(nobody, decision(operation, type, "nobody"), "nobody");
    assertEquals(owner, decision(operation, type, "owner"), "owner");
    assertEquals(other, decision(operation, type, "other"), "other");
    assertEquals(holder, decision(operation, type, "holder"), "holder");
    assertEquals(attestor, decision(operation, type, "attestor"), "attestor");
    assertEquals(admin, decision(operation, type, "admin"), "admin");
  }

  @ParameterizedTest
  @CsvSource({
    "open,  nobody,   PUBLIC, ALL",
    "open,  other,    PUBLIC, ALL",
    "roles, owner,    FULL,   OWN",
    "roles, holder,   PUBLIC, ALL",
    "roles, attestor, PUBLIC, ALL",
    "roles, admin,    FULL,   ALL",
    "any,   owner,    FULL,   ALL"
  })
  void givesTheViewAndTheScope(String type, String caller, View view, SearchScope scope) {
    assertEquals(view, AccessRules.read(TYPES.get(type), CALLERS.get(caller), OWNED));
    assertEquals(scope, AccessRules.search(TYPES.get(type), CALLERS.get(caller)));
  }

  /** Only for such a caller are the caller's own records queried. */
  @Test
  void attestorRolesOpenATypeOnlyToCallersWithoutAnotherRight() {
    Caller both = user("both", "Teacher", "Clerk");
    assertEquals(
        List.of("Teacher"),
        AccessRules.attestorRolesThatOpen(TYPES.get("roles"), CALLERS.get("attestor")));
    for (Caller caller :
        List.of(Caller.NOBODY, CALLERS.get("other"), CALLERS.get("holder"), both, admin())) {
      assertEquals(
          List.of(), AccessRules.attestorRolesThatOpen(TYPES.get("roles"), caller), caller::userId);
    }
    assertEquals(
        List.of(),
        AccessRules.attestorRolesThatOpen(
            TestType.named("T").policy("p", null, "$.name").config(), CALLERS.get("attestor")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"own", "owner2", "Owner", " owner", "owner,other"})
  void ownersAreComparedWhole(String alike) {
    TypeConfig config = TYPES.get("any");

    assertEquals(View.PUBLIC, AccessRules.read(config, user(alike), OWNED));
    assertThrows(FailureException.class, () -> AccessRules.change(config, user(alike), OWNED));
  }

  private static String decision(String operation, String type, String caller) {
    try {
      OPERATIONS.get(operation).accept(TYPES.get(type), CALLERS.get(caller));
      return "yes";
    } catch (FailureException refused) {
      return switch (refused.failure().kind()) {
        case UNAUTHENTICATED -> "401";
        case FORBIDDEN -> "403";
        default -> refused.failure().kind().name();
      };
    }
  }
}
