package org.attestry.schema.change;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.DecisionRules;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.contracts.schema.SchemaChangeReport.Effect;
import org.attestry.contracts.schema.TypeConfig;
import org.junit.jupiter.api.Test;

class ConfigRulesTest {

  private static final String POINTER = "/definitions/T/_osConfig";

  private List<String> roles = List.of("staff");
  private List<String> readRoles;
  private List<OwnershipAttribute> owners = List.of();
  private List<FieldPath> privateFields = List.of();
  private List<List<FieldPath>> indexes = List.of();
  private List<List<FieldPath>> unique = List.of();
  private List<AttestationPolicy> policies = List.of();

  @Test
  void rolesMayBeOpenedWithAWarningAndClosedWithoutOne() {
    TypeConfig closed = config();
    roles = List.of("anonymous");
    ConfigComparison opening = ConfigComparison.of(closed, config(), POINTER);
    ConfigComparison closing = ConfigComparison.of(config(), closed, POINTER);

    assertEquals(Effect.COMPATIBLE, only(opening.differences().listed()).effect());
    assertEquals(POINTER + "/roles", only(opening.differences().listed()).pointer());
    assertEquals("opens", only(opening.warnings()).rule());
    assertEquals(Effect.COMPATIBLE, only(closing.differences().listed()).effect());
    assertEquals(List.of(), closing.warnings());
  }

  @Test
  void openingOfReadingAloneIsNamedByItsMember() {
    TypeConfig closed = config();
    readRoles = List.of("anonymous");
    ConfigComparison opening = ConfigComparison.of(closed, config(), POINTER);

    assertEquals(POINTER + "/readRoles", only(opening.differences().listed()).pointer());
    assertEquals(POINTER + "/readRoles", only(opening.warnings()).pointer());
  }

  @Test
  void noRolesAtAllIsAnOpeningToo() {
    TypeConfig closed = config();
    roles = List.of();
    assertEquals("opens", only(ConfigComparison.of(closed, config(), POINTER).warnings()).rule());
  }

  @Test
  void aFieldThatIsNoLongerHiddenIsWarnedOf() {
    TypeConfig open = config();
    privateFields = List.of(FieldPath.parse("phone"));
    TypeConfig hiding = config();

    Violation warning = only(ConfigComparison.of(hiding, open, POINTER).warnings());

    assertEquals("exposes", warning.rule());
    assertEquals(POINTER + "/privateFields", warning.pointer());
    assertEquals(List.of(), ConfigComparison.of(open, hiding, POINTER).warnings());
  }

  @Test
  void whoOwnsCannotChangeButWhatElseIsKnownOfOwnersCan() {
    owners = List.of(new OwnershipAttribute("/phone", null, null, null));
    TypeConfig byPhone = config();
    owners = List.of(new OwnershipAttribute("/phone", "/mail", null, null));
    TypeConfig withMail = config();
    owners = List.of(new OwnershipAttribute("/mail", "/mail", null, null));

    assertEquals(Effect.COMPATIBLE, effect(byPhone, withMail));
    assertEquals(Effect.FORBIDDEN, effect(byPhone, config()));
  }

  @Test
  void indexesComeAndGoAndNewConstraintsAreDecidedByData() {
    TypeConfig none = config();
    indexes = List.of(List.of(FieldPath.parse("name")));
    TypeConfig indexed = config();
    indexes = List.of();
    unique = List.of(List.of(FieldPath.parse("name")));
    TypeConfig constrained = config();

    assertEquals(Effect.COMPATIBLE, effect(none, indexed));
    assertEquals(Effect.COMPATIBLE, effect(indexed, none));
    assertEquals(Effect.DECIDED_BY_DATA, effect(none, constrained));
    assertEquals(Effect.COMPATIBLE, effect(constrained, none));
  }

  @Test
  void policiesMayBeAddedAndWidenedAndGoIfNothingIsAttestedUnderThem() {
    TypeConfig none = config();
    policies = List.of(policy("name"));
    TypeConfig one = config();
    policies = List.of(policy("name", "school"));
    TypeConfig wider = config();

    assertEquals(Effect.COMPATIBLE, effect(none, one));
    assertEquals(Effect.COMPATIBLE, effect(one, wider));
    assertEquals(Effect.DECIDED_BY_DATA, effect(wider, one));
    assertEquals(Effect.DECIDED_BY_DATA, effect(one, none));
  }

  private static AttestationPolicy policy(String... properties) {
    Map<String, FieldPath> attested = new java.util.LinkedHashMap<>();
    List.of(properties).forEach(name -> attested.put(name, FieldPath.of(name)));
    return new AttestationPolicy(
        "p",
        AttestationPolicy.Kind.MANUAL,
        "Teacher",
        new Condition.Always(),
        attested,
        null,
        null,
        false,
        Map.of(),
        DecisionRules.DEFAULT);
  }

  private static Effect effect(TypeConfig before, TypeConfig after) {
    return only(ConfigComparison.of(before, after, POINTER).differences().listed()).effect();
  }

  private TypeConfig config() {
    return new TypeConfig(
        roles,
        readRoles,
        null,
        List.of(),
        List.of(),
        owners,
        privateFields,
        List.of(),
        List.of(),
        List.of(),
        indexes,
        List.of(),
        unique,
        List.of(),
        policies,
        null,
        Map.of(),
        true,
        true);
  }

  private static <T> T only(List<T> list) {
    assertEquals(1, list.size(), list.toString());
    return list.getFirst();
  }
}
