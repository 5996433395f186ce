package org.attestry.schema;

import static org.attestry.contracts.schema.SchemaOperations.CHANGE_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.COMPARE_SCHEMA_VERSIONS;
import static org.attestry.contracts.schema.SchemaOperations.CREATE_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.DELETE_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.FIND_TYPES;
import static org.attestry.contracts.schema.SchemaOperations.LIST_SCHEMAS;
import static org.attestry.contracts.schema.SchemaOperations.LIST_SCHEMA_VERSIONS;
import static org.attestry.contracts.schema.SchemaOperations.READ_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.READ_SCHEMA_VERSION;
import static org.attestry.contracts.schema.SchemaOperations.SEARCH_SCHEMAS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.FindTypesRequest;
import org.attestry.contracts.schema.SchemaChangeReport;
import org.attestry.contracts.schema.SchemaChangeReport.Effect;
import org.attestry.contracts.schema.SchemaComparison;
import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.contracts.schema.SchemaFacts.SchemaChanged;
import org.attestry.contracts.schema.SchemaOperations.ChangeSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.CompareSchemaVersionsRequest;
import org.attestry.contracts.schema.SchemaOperations.CreateSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.DeleteSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.ListSchemaVersionsRequest;
import org.attestry.contracts.schema.SchemaOperations.ListSchemasRequest;
import org.attestry.contracts.schema.SchemaOperations.ReadSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.ReadSchemaVersionRequest;
import org.attestry.contracts.schema.SchemaOperations.SchemaReceipt;
import org.attestry.contracts.schema.SchemaOperations.SchemaVersionView;
import org.attestry.contracts.schema.SchemaOperations.SchemasView;
import org.attestry.contracts.schema.SchemaOperations.SearchSchemasRequest;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.contracts.schema.SchemaView;
import org.attestry.runtime.json.Json;
import org.attestry.schema.publication.SampleDocuments;
import org.attestry.testkit.Callers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How a published schema may change, and what is kept of it. */
class SchemaLifeIT {

  private static final Caller ADMIN = Callers.admin();
  private static final Caller USER = Callers.user("somebody");
  private static final String NAME = "{\"name\": {\"type\": \"string\"}}";
  private static final String LONG_NAME = "{\"name\": {\"type\": \"string\", \"minLength\": 3}}";
  private static final String OPEN_NAME = "{\"name\": {}}";
  private static final String NAME_AND_AGE =
      "{\"name\": {\"type\": \"string\"}, \"age\": {\"type\": \"integer\"}}";

  @AutoClose private static final RunningSchemas schemas = RunningSchemas.start();
  private static final RegistryPeer registry = schemas.registry;

  private final String type = unique();

  @AfterEach
  void storeNothing() {
    registry.finds(0, 0);
    registry.stores(0);
  }

  @Test
  void compatibleChangeIsMadeWithoutCheckingStoredEntities() {
    registry.finds(5, 5, "x");
    String id = publish(NAME);
    int checksBefore = registry.checks();

    change(id, OPEN_NAME);

    assertEquals(2, read(id).version());
    assertEquals(checksBefore, registry.checks());
  }

  @Test
  void typeWithoutEntitiesMayBecomeAnything() {
    String id = publish(NAME_AND_AGE);
    change(id, "{\"other\": {\"type\": \"null\"}}");
    assertEquals(2, read(id).version());
  }

  @Test
  void changeThatBreaksStoredEntitiesIsRefusedWithAReport() {
    String id = publish(NAME);
    registry.finds(7, 7, "id-1", "id-2");

    Failure refused = failureOf(() -> change(id, LONG_NAME));
    SchemaChangeReport report = Json.read(refused.report(), SchemaChangeReport.class);

    assertEquals(FailureKind.CONFLICT, refused.kind());
    assertEquals("schema.change.breaks-entities", refused.code());
    assertTrue(refused.message().startsWith("2 of 7 stored"), refused.message());
    assertTrue(refused.message().contains("id-1, id-2"), refused.message());
    String pointer = "/definitions/%s/properties/name/minLength".formatted(type);
    assertEquals(pointer, only(refused.violations()).pointer());
    assertFalse(report.accepted());
    assertEquals(pointer, only(report.changes()).pointer());
    assertNull(only(report.changes()).before());
    assertEquals("3", only(report.changes()).after().text());
    assertEquals("minLength", only(report.changes()).rule());
    assertEquals(List.of("id-1", "id-2"), only(report.entities()).ids());
    assertEquals(1, read(id).version());
    assertEquals(List.of(), registry.toldOf(id, SchemaFacts.SCHEMA_CHANGED));
  }

  @Test
  void narrowingChangeThatBreaksNothingIsMadeOnlyWhenItIsMeant() {
    String id = publish(NAME);
    registry.finds(7, 7);

    assertEquals("schema.change.narrows", failureOf(() -> change(id, LONG_NAME)).code());
    request(CHANGE_SCHEMA, request(id, LONG_NAME, false, false, true));

    assertEquals(2, read(id).version());
  }

  @Test
  void narrowingChangeThatBreaksSomethingIsNotMadeEvenThen() {
    String id = publish(NAME);
    registry.finds(7, 7, "id-1");
    ChangeSchemaRequest meant = request(id, LONG_NAME, false, false, true);
    assertEquals(
        "schema.change.breaks-entities", failureOf(() -> request(CHANGE_SCHEMA, meant)).code());
  }

  @Test
  void newOptionalPropertyIsTakenWhenNoEntityHoldsSomethingElseThere() {
    String id = publish(NAME);
    registry.finds(7, 7);
    change(id, NAME_AND_AGE);
    assertEquals(2, read(id).version());
  }

  @Test
  void anIncompleteCheckIsReported() {
    String id = publish(NAME);
    registry.finds(1_000_000, 20_000);

    Failure refused = failureOf(() -> change(id, NAME_AND_AGE));
    assertEquals("schema.change.unchecked", refused.code());
    assertTrue(refused.message().contains("20000 of 1000000"), refused.message());

    SchemaReceipt made = request(CHANGE_SCHEMA, request(id, NAME_AND_AGE, false, false, true));
    assertEquals("unchecked", only(made.warnings()).rule());
    assertTrue(only(made.warnings()).message().contains("20000 of 1000000"));
  }

  @Test
  void breaksFoundBeforeTheTimeWasOverAreAtLeastThatMany() {
    String id = publish(NAME);
    registry.finds(1_000_000, 20_000, "id-1");
    Failure refused = failureOf(() -> change(id, LONG_NAME));
    assertTrue(refused.message().startsWith("At least 1 of 1000000"), refused.message());
  }

  @Test
  void ownersOfStoredEntitiesAreSettled() {
    String properties = "{\"name\": {\"type\": \"string\"}, \"mail\": {\"type\": \"string\"}}";
    String owned = "{\"ownershipAttributes\": [{\"userId\": \"/%s\"}]}";
    String id = publish(properties, owned.formatted("name"));
    registry.finds(1, 1);
    ChangeSchemaRequest other =
        new ChangeSchemaRequest(
            id, null, document(properties, owned.formatted("mail")), null, false, false, true);

    assertEquals("schema.change.forbidden", failureOf(() -> request(CHANGE_SCHEMA, other)).code());

    registry.finds(0, 0);
    request(CHANGE_SCHEMA, other);
    assertEquals(2, read(id).version());
  }

  @Test
  void newConstraintIsPreparedBeforeItIsPromised() {
    String id = publish(NAME);
    registry.finds(3, 3);
    assertFalse(registry.prepared().contains(type));
    change(id, NAME, "{\"uniqueIndexFields\": [\"name\"]}");
    assertTrue(registry.prepared().contains(type));
  }

  @Test
  void typesTakeNothingNewBeforeTheyEnd() {
    String id = publish(NAME);
    String other = SampleDocuments.typed(unique(), NAME, "{}");
    request(CHANGE_SCHEMA, new ChangeSchemaRequest(id, null, other, null, false, true, false));
    assertFalse(registry.deletions().contains(List.of(type)), "asked in a dry run");

    request(
        CHANGE_SCHEMA,
        new ChangeSchemaRequest(id, null, document(NAME_AND_AGE, "{}"), null, false, false, false));
    assertFalse(registry.deletions().contains(List.of(type)), "the type stays");
    request(CHANGE_SCHEMA, new ChangeSchemaRequest(id, null, other, null, false, false, false));
    assertTrue(registry.deletions().contains(List.of(type)));
  }

  @Test
  void schemaIsDeletedOnceItsTypesTakeNothingNew() {
    String id = publish(NAME);
    request(DELETE_SCHEMA, new DeleteSchemaRequest(id));
    assertTrue(registry.deletions().contains(List.of(type)));
  }

  @Test
  void dryRunReportsTheOutcomeAndChangesNothing() {
    String id = publish(NAME);
    registry.finds(7, 7, "id-1");

    SchemaReceipt refused = request(CHANGE_SCHEMA, request(id, LONG_NAME, false, true, false));
    SchemaReceipt accepted = request(CHANGE_SCHEMA, request(id, OPEN_NAME, false, true, false));

    assertFalse(refused.report().accepted());
    assertTrue(refused.report().reason().startsWith("1 of 7"), refused.report().reason());
    assertEquals(Effect.NARROWING, only(refused.report().changes()).effect());
    assertTrue(accepted.report().accepted());
    assertEquals(1, read(id).version());
  }

  @Test
  void dryRunOfANewSchemaStoresNothing() {
    String text = document(NAME, "{\"indexFields\": [\"nowhere\"]}");

    SchemaReceipt receipt =
        request(
            CREATE_SCHEMA,
            new CreateSchemaRequest(type, text, SchemaStatus.PUBLISHED, false, true));

    assertNull(receipt.osid());
    assertEquals("no-such-field", only(receipt.warnings()).rule());
    assertFalse(types().stream().anyMatch(known -> known.name().equals(type)));
    create(text, SchemaStatus.PUBLISHED);
  }

  @Test
  void strictRefusesWhatIsOnlyWarnedOf() {
    String text = document(NAME, "{\"indexFields\": [\"nowhere\"]}");
    for (SchemaStatus status : List.of(SchemaStatus.DRAFT, SchemaStatus.PUBLISHED)) {
      Failure refused =
          failureOf(
              () ->
                  request(CREATE_SCHEMA, new CreateSchemaRequest(type, text, status, true, false)));
      assertEquals(FailureKind.INVALID, refused.kind());
      assertEquals("schema.document.warned", refused.code());
      assertEquals(
          "/definitions/%s/_osConfig/indexFields/0".formatted(type),
          only(refused.violations()).pointer());
    }
    String id = create(document(NAME, "{}"), SchemaStatus.PUBLISHED).osid();
    ChangeSchemaRequest change = new ChangeSchemaRequest(id, null, text, null, true, false, false);
    assertEquals("schema.document.warned", failureOf(() -> request(CHANGE_SCHEMA, change)).code());
  }

  @Test
  void aTemplateThatReadsWhatNoEntityHasIsWarnedOfAndStrictlyRefused() {
    String config =
        """
        {"credentialTemplate": {"name": "{{nmae}}"}, "attestationPolicies": [
          {"name": "p", "attestorPlugin": "did:internal:ClaimPluginActor?entity=%s",
           "attestationProperties": {"who": "$.name"}, "credentialTemplate": {"name": "{{name}}"}}
        ]}
        """
            .formatted(type);
    String at = "/definitions/%s/_osConfig/".formatted(type);
    List<String> pointers =
        List.of(
            at + "credentialTemplate/name", at + "attestationPolicies/0/credentialTemplate/name");
    String text = document(NAME, config);
    CreateSchemaRequest strictly =
        new CreateSchemaRequest(type, text, SchemaStatus.PUBLISHED, true, false);

    Failure refused = failureOf(() -> request(CREATE_SCHEMA, strictly));
    assertEquals("schema.document.warned", refused.code());
    assertEquals(pointers, refused.violations().stream().map(Violation::pointer).toList());

    SchemaReceipt draft = create(text, SchemaStatus.DRAFT);
    ChangeSchemaRequest publish =
        new ChangeSchemaRequest(
            draft.osid(), null, null, SchemaStatus.PUBLISHED, false, false, false);
    assertEquals(pointers, pointers(request(CHANGE_SCHEMA, publish)));

    String next = document("{\"name\": {}, \"more\": {}}", config);
    ChangeSchemaRequest change =
        new ChangeSchemaRequest(draft.osid(), null, next, null, false, false, false);
    ChangeSchemaRequest strictChange =
        new ChangeSchemaRequest(draft.osid(), null, next, null, true, false, false);
    assertEquals(
        "schema.document.warned", failureOf(() -> request(CHANGE_SCHEMA, strictChange)).code());
    assertEquals(pointers, pointers(request(CHANGE_SCHEMA, change)));
  }

  private static List<String> pointers(SchemaReceipt receipt) {
    return receipt.warnings().stream().map(Violation::pointer).toList();
  }

  @Test
  void openingATypeIsWarnedOf() {
    String id = publish(NAME, "{\"roles\": [\"staff\"]}");
    SchemaReceipt receipt = change(id, NAME, "{\"roles\": [\"anonymous\"]}");
    assertEquals(
        List.of("anonymous", "opens"), receipt.warnings().stream().map(Violation::rule).toList());
  }

  @Test
  void deprecatedTypeIsPublishedToTheRegistryAndCanBePublishedAgain() {
    String id = publish(NAME);
    become(id, SchemaStatus.DEPRECATED);
    assertTrue(type().deprecated());
    assertTrue(only(told(id).getLast().types()).deprecated());

    Failure fixed = failureOf(() -> change(id, NAME_AND_AGE));
    assertEquals("schema.status.fixed", fixed.code());

    long revision = type().revision();
    become(id, SchemaStatus.PUBLISHED);
    assertFalse(type().deprecated());
    assertTrue(type().revision() > revision);
    assertEquals(1, read(id).version());
    change(id, OPEN_NAME);
    assertEquals(2, read(id).version());
  }

  @Test
  void everyVersionIsKeptWithWhoAndWhen() {
    String id = publish(NAME);
    change(id, OPEN_NAME);

    List<SchemaVersionView> versions =
        request(LIST_SCHEMA_VERSIONS, new ListSchemaVersionsRequest(id)).versions();
    SchemaVersionView first = request(READ_SCHEMA_VERSION, new ReadSchemaVersionRequest(id, 1));

    assertEquals(List.of(1, 2), versions.stream().map(SchemaVersionView::version).toList());
    assertEquals(ADMIN.userId(), versions.getLast().publishedBy());
    assertEquals(read(id).osUpdatedAt(), versions.getLast().publishedAt());
    assertNull(versions.getFirst().schema());
    assertEquals(document(NAME, "{}"), first.schema());
  }

  @Test
  void twoVersionsCanBeCompared() {
    String id = publish(NAME);
    change(id, OPEN_NAME);

    SchemaComparison diff =
        request(COMPARE_SCHEMA_VERSIONS, new CompareSchemaVersionsRequest(id, 1, 2));

    SchemaComparison.Change change = only(diff.changes());
    assertEquals("/definitions/%s/properties/name/type".formatted(type), change.pointer());
    assertEquals("\"string\"", change.before().text());
    assertNull(change.after());
    Failure unknown =
        failureOf(
            () -> request(COMPARE_SCHEMA_VERSIONS, new CompareSchemaVersionsRequest(id, 1, 9)));
    assertEquals("schema.version.not-found", unknown.code());
  }

  @Test
  void historyOutlivesTheSchemaAndIsForAdmins() {
    String id = publish(NAME);
    request(DELETE_SCHEMA, new DeleteSchemaRequest(id));

    ListSchemaVersionsRequest request = new ListSchemaVersionsRequest(id);
    assertEquals(1, request(LIST_SCHEMA_VERSIONS, request).versions().size());
    assertEquals(
        FailureKind.FORBIDDEN,
        failureOf(() -> request(LIST_SCHEMA_VERSIONS, request, USER)).kind());
    ListSchemaVersionsRequest unknown = new ListSchemaVersionsRequest(UUID.randomUUID().toString());
    assertEquals(
        FailureKind.NOT_FOUND, failureOf(() -> request(LIST_SCHEMA_VERSIONS, unknown)).kind());
  }

  @Test
  void draftHasNoVersionYet() {
    String id = create(document(NAME, "{}"), SchemaStatus.DRAFT).osid();
    assertEquals(
        List.of(), request(LIST_SCHEMA_VERSIONS, new ListSchemaVersionsRequest(id)).versions());
  }

  @Test
  void schemasAreFoundByNameAndStatus() {
    String id = publish(NAME);

    SchemasView byName =
        search("{\"filters\": {\"name\": {\"eq\": \"%s\"}}}".formatted(type), USER);
    SchemasView deprecated =
        search(
            "{\"filters\": {\"name\": {\"eq\": \"%s\"}, \"status\": {\"eq\": \"DEPRECATED\"}}}"
                .formatted(type),
            USER);
    SchemasView either =
        search(
            "{\"filters\": {\"osid\": {\"or\": [\"%s\", \"x\"]}, \"name\": {\"startsWith\": \"T\"}}}"
                .formatted(id),
            USER);

    assertEquals(id, only(byName.schemas()).osid());
    assertEquals(1, byName.totalCount());
    assertEquals(0, deprecated.totalCount());
    assertEquals(id, only(either.schemas()).osid());
  }

  @Test
  void draftsAreFoundByAdminsAlone() {
    create(document(NAME, "{}"), SchemaStatus.DRAFT);
    String query = "{\"filters\": {\"name\": {\"contains\": \"%s\"}}}".formatted(type.substring(1));
    assertEquals(1, search(query, ADMIN).totalCount());
    assertEquals(0, search(query, USER).totalCount());
    assertEquals(FailureKind.UNAUTHENTICATED, failureOf(() -> search(query, Caller.NOBODY)).kind());
  }

  @Test
  void unknownFieldsAndOperatorsAreRefusedWithTheKnownOnes() {
    Failure field = failureOf(() -> search("{\"filters\": {\"nmae\": {\"eq\": \"x\"}}}", USER));
    Failure operator =
        failureOf(() -> search("{\"filters\": {\"name\": {\"like\": \"x\"}}}", USER));
    assertEquals("/filters/nmae", only(field.violations()).pointer());
    assertTrue(field.message().contains("name, title, status, osid"), field.message());
    assertTrue(operator.message().contains("eq, neq"), operator.message());
    assertEquals(FailureKind.INVALID, failureOf(() -> search("{\"limit\": 100000}", USER)).kind());
  }

  @Test
  void listIsPaged() {
    publish(NAME);
    String other = unique();
    request(
        CREATE_SCHEMA,
        new CreateSchemaRequest(
            other, SampleDocuments.typed(other, NAME, "{}"), SchemaStatus.PUBLISHED, false, false));

    SchemasView first = request(LIST_SCHEMAS, new ListSchemasRequest(1, 0, SchemaStatus.PUBLISHED));
    SchemasView second =
        request(LIST_SCHEMAS, new ListSchemasRequest(1, 1, SchemaStatus.PUBLISHED));

    assertTrue(first.totalCount() >= 2);
    assertTrue(
        only(first.schemas()).name().compareTo(only(second.schemas()).name()) < 0, "by name");
  }

  private String publish(String properties) {
    return publish(properties, "{}");
  }

  private String publish(String properties, String config) {
    return create(document(properties, config), SchemaStatus.PUBLISHED).osid();
  }

  private SchemaReceipt create(String text, SchemaStatus status) {
    return request(CREATE_SCHEMA, new CreateSchemaRequest(type, text, status, false, false));
  }

  private SchemaReceipt change(String id, String properties) {
    return change(id, properties, "{}");
  }

  private SchemaReceipt change(String id, String properties, String config) {
    return request(
        CHANGE_SCHEMA,
        new ChangeSchemaRequest(id, null, document(properties, config), null, false, false, false));
  }

  private ChangeSchemaRequest request(
      String id, String properties, boolean strict, boolean dryRun, boolean narrow) {
    return new ChangeSchemaRequest(
        id, null, document(properties, "{}"), null, strict, dryRun, narrow);
  }

  private static void become(String id, SchemaStatus status) {
    request(CHANGE_SCHEMA, new ChangeSchemaRequest(id, null, null, status, false, false, false));
  }

  private String document(String properties, String config) {
    return SampleDocuments.typed(type, properties, config);
  }

  private static SchemaView read(String id) {
    return request(READ_SCHEMA, new ReadSchemaRequest(id));
  }

  private static List<SchemaChanged> told(String id) {
    return registry.toldOf(id, SchemaFacts.SCHEMA_CHANGED);
  }

  private EntityType type() {
    return only(types().stream().filter(known -> known.name().equals(type)).toList());
  }

  private static List<EntityType> types() {
    return request(FIND_TYPES, new FindTypesRequest(null, null)).types();
  }

  private static SchemasView search(String query, Caller caller) {
    return request(SEARCH_SCHEMAS, new SearchSchemasRequest(JsonBytes.of(query)), caller);
  }

  private static <Q, R> R request(Operation<Q, R> operation, Q request) {
    return request(operation, request, ADMIN);
  }

  private static <Q, R> R request(Operation<Q, R> operation, Q request, Caller caller) {
    return schemas.request(operation, request, caller);
  }

  private static Failure failureOf(Runnable work) {
    return assertThrows(FailureException.class, work::run).failure();
  }

  private static String unique() {
    return "T" + UUID.randomUUID().toString().substring(0, 13);
  }

  private static <T> T only(List<T> list) {
    assertEquals(1, list.size(), list.toString());
    return list.getFirst();
  }
}
