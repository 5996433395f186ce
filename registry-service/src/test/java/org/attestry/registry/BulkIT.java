package org.attestry.registry;

import static org.attestry.testkit.Callers.admin;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.BulkOperations;
import org.attestry.contracts.registry.BulkOperations.CellForms;
import org.attestry.contracts.registry.BulkOperations.ExportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.ExportedEntities;
import org.attestry.contracts.registry.BulkOperations.ImportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.ImportErrorsView;
import org.attestry.contracts.registry.BulkOperations.ImportRow;
import org.attestry.contracts.registry.BulkOperations.ImportView;
import org.attestry.contracts.registry.BulkOperations.ReadImportErrorsRequest;
import org.attestry.contracts.registry.BulkOperations.ReadImportRequest;
import org.attestry.contracts.registry.BulkOperations.StartImportRequest;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.ReadHistoryRequest;
import org.attestry.contracts.registry.EntityOperations.SearchEntitiesRequest;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.contracts.registry.TypeOperations;
import org.attestry.contracts.registry.TypeOperations.CountEntitiesRequest;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.registry.imports.PgImportStore;
import org.attestry.registry.stored.AfterWrites;
import org.attestry.registry.stored.StoreLimits;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Database;
import org.attestry.testkit.Callers;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class BulkIT {

  private static final Caller ANNA = user("anna");
  @AutoClose private static final RunningRegistry registry = RunningRegistry.start();
  private static int types;

  @Test
  void storesTheValidRowsAndNamesTheFaultOfEachOther() {
    String type = publish(person().unique("email", "name,phone"));
    registry.create(type, named("First", "first@example.org"), user("other"));

    ImportView done =
        importAll(
            type,
            start(type, false, null),
            named("Anna", "a@example.org"),
            "{\"name\": \"lower\", \"age\": \"old\"}",
            named("Berta", "first@example.org"),
            "[1]",
            named("Clara", "a@example.org"),
            "{\"name\": \"Dora\", \"osOwner\": [\"x\"]}",
            "{\"name\": \"Ella\", \"phone\": \"1\"}",
            "{\"name\": \"Ella\", \"phone\": \"1\"}",
            "{\"name\": \"Ella\"}");

    assertEquals("COMPLETED", done.state());
    assertEquals(List.of(9L, 3L, 0L, 6L), counts(done));
    assertEquals(4, count(type));
    List<ImportErrorsView.Error> errors = errors(done);
    assertEquals(
        List.of(
            "2 102 /name pattern",
            "2 102 /age type",
            "3 103 /email unique",
            "4 104  type",
            "5 105 /email unique",
            "6 106 /osOwner system-field",
            "8 108 /name unique",
            "8 108 /phone unique"),
        errors.stream()
            .map(e -> "%d %d %s %s".formatted(e.row(), e.line(), e.pointer(), e.rule()))
            .toList());
    assertEquals("Another entity has the same email; it must be unique.", errors.get(2).message());
  }

  @Test
  void importedEntityIsAsACreatedOne() {
    String type = publish(person());
    importAll(
        type,
        start(type, false, null),
        "{\"name\": \"Anna\", \"age\": 1.50, \"addresses\": [{\"street\": \"A\"}]}");

    JsonNode entity = search(type).get("data").get(0);
    assertEquals("1.50", entity.get("age").decimalValue().toString());
    assertEquals("anna", entity.get("osOwner").get(0).textValue());
    assertEquals("anna", entity.get("osCreatedBy").textValue());
    assertNotNull(entity.at("/addresses/0/osid").textValue());
    String osid = entity.get("osid").textValue();
    var history =
        registry.request(
            EntityOperations.READ_HISTORY, new ReadHistoryRequest(type, osid, 20, 0), ANNA);
    assertEquals("importEntities", history.data().get(0).operation());
    try (KafkaPeer kafka = new KafkaPeer(registry)) {
      List<Fact> facts = Eventually.until(() -> kafka.about(osid), found -> !found.isEmpty());
      assertEquals(RegistryFacts.ENTITY_CREATED.name(), facts.get(0).type());
    }
  }

  /** Its newlines are two bytes each in JSON: its fact has more than Kafka takes in one record. */
  @Test
  void importedRowOfManyNewlinesDoesNotStopTheFactsBehindIt() {
    String type = publish(person());
    String newlines = "x" + "\\n".repeat(600_000);
    importAll(
        type,
        start(type, false, null),
        "{\"name\": \"Long\", \"note\": \"%s\"}".formatted(newlines));
    String longOne = search(type).get("data").get(0).get("osid").textValue();
    String next = registry.create(type, "{\"name\": \"Next\"}", ANNA).osid();
    try (KafkaPeer kafka = new KafkaPeer(registry)) {
      Duration soon = Duration.ofSeconds(60);
      Eventually.isTrue(soon, () -> !kafka.about(next).isEmpty());
      Eventually.isTrue(soon, () -> !kafka.about(longOne).isEmpty());
      String text =
          kafka.received(RegistryFacts.ENTITY_CREATED).stream()
              .filter(created -> created.osid().equals(longOne))
              .map(created -> Json.read(created.entity()).get("note").textValue())
              .findFirst()
              .orElseThrow();
      assertEquals(600_001, text.length());
    }
  }

  @Test
  void repeatedBatchChangesNothingAndAnOverlappingOneGoesOn() {
    String type = publish(person());
    ImportView run = start(type, false, null);
    List<ImportRow> rows = rows(named("Anna", "a"), named("Berta", "b"), named("Clara", "c"));
    rows = rows.stream().map(BulkIT::withoutEmail).toList();

    next(type, run, 0, rows.subList(0, 2), false);
    assertEquals(2, next(type, run, 0, rows.subList(0, 2), false).rows());
    ImportView done = next(type, run, 1, rows.subList(1, 3), true);
    assertEquals(List.of(3L, 3L, 0L, 0L), counts(done));
    assertEquals(rows.get(2).checksum(), done.checksum());
    assertEquals("COMPLETED", next(type, run, 0, rows, true).state());
    assertEquals(3, count(type));

    ImportEntitiesRequest more =
        new ImportEntitiesRequest(type, run.id(), 3, 21L, null, rows, false);
    assertEquals(
        "registry.import.completed",
        registry.refusal(BulkOperations.IMPORT_ENTITIES, more, ANNA).code());
    ImportView other = start(type, false, null);
    ImportEntitiesRequest gap =
        new ImportEntitiesRequest(type, other.id(), 5, 35L, null, rows, false);
    assertEquals(
        "registry.import.gap", registry.refusal(BulkOperations.IMPORT_ENTITIES, gap, ANNA).code());
  }

  @Test
  void replicasThatGetTheSameBatchStoreItOnce() {
    String type = publish(person());
    ImportView run = start(type, false, null);
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      many.add("{\"name\": \"N" + i + "\"}");
    }
    ImportEntitiesRequest batch =
        new ImportEntitiesRequest(
            type, run.id(), 0, 0L, null, rows(many.toArray(String[]::new)), false);
    try (RunningRegistry replica = RunningRegistry.sharing(registry)) {
      var one = registry.begin(BulkOperations.IMPORT_ENTITIES, batch, ANNA);
      var two = replica.begin(BulkOperations.IMPORT_ENTITIES, batch, ANNA);
      assertEquals(200, await(one).rows());
      assertEquals(200, await(two).rows());
    }
    assertEquals(200, count(type));
  }

  @Test
  void dryRunChecksEverythingAndStoresNothing() {
    String type = publish(person().unique("email"));
    registry.create(type, named("First", "first@example.org"), ANNA);
    ImportView run = start(type, true, null);

    next(type, run, 0, rows(named("Anna", "a@example.org"), "{}"), false);
    ImportView done =
        next(
            type,
            run,
            2,
            rows(
                named("Berta", "a@example.org"),
                named("Clara", "first@example.org"),
                named("Dora", "d@example.org")),
            true);

    assertEquals(List.of(5L, 2L, 0L, 3L), counts(done));
    assertEquals(
        List.of("/name", "/email", "/email"),
        errors(done).stream().map(ImportErrorsView.Error::pointer).toList());
    assertEquals(1, count(type));
  }

  @Test
  void upsertReplacesWhatHasTheValueAndCreatesTheRest() {
    String type = publish(person().unique("email"));
    var first = registry.create(type, named("First", "first@example.org"), ANNA);
    registry.create(type, named("Foreign", "foreign@example.org"), user("other"));

    ImportView done =
        importAll(
            type,
            start(type, false, "email"),
            named("Anna", "a@example.org"),
            named("Changed", "first@example.org"),
            named("Again", "a@example.org"),
            named("Theirs", "foreign@example.org"),
            "{\"name\": \"Nobody\"}");

    assertEquals(List.of(5L, 1L, 2L, 2L), counts(done));
    assertEquals("Changed", registry.read(first, ANNA).get("name").textValue());
    assertEquals(3, count(type));
    assertEquals(
        List.of("4 /email forbidden", "5 /email upsert"),
        errors(done).stream().map(e -> e.row() + " " + e.pointer() + " " + e.rule()).toList());
    var history =
        registry.request(
            EntityOperations.READ_HISTORY, new ReadHistoryRequest(type, first.osid(), 20, 0), ANNA);
    assertEquals("importEntities", history.data().get(0).operation());
    assertEquals("/name", history.data().get(0).changes().get(0).pointer());
  }

  @Test
  void largeEntitiesAreReplacedInBatchesOfTheirSize() {
    String type = publish(person().unique("email"));
    String large = "X".repeat(200_000);
    for (int i = 0; i < 3; i++) {
      registry.create(type, named(large, i + "@example.org"), ANNA);
    }

    ImportView done =
        importAll(
            type,
            start(type, false, "email"),
            named("Zero", "0@example.org"),
            named("One", "1@example.org"),
            named("Two", "2@example.org"),
            named("Three", "3@example.org"));

    assertEquals(List.of(4L, 1L, 3L, 0L), counts(done));
    assertEquals(3, transactions(type));
  }

  @Test
  void upsertOverwritesNothingThatItsCallerCannotSee() {
    String type =
        publish(person().roles("anonymous").unique("email").internalFields("phone", "$.contact"));
    String json = "{\"name\": \"%s\", \"email\": \"%s\", \"phone\": \"1\"}";
    var kept = registry.create(type, json.formatted("Kept", "k@example.org"), Caller.NOBODY);
    registry.create(type, json.formatted("Other", "o@example.org"), Caller.NOBODY);

    ImportView done =
        importAll(
            type,
            start(type, false, "email"),
            named("Changed", "k@example.org"),
            json.formatted("Blind", "o@example.org"));

    assertEquals(List.of(2L, 0L, 1L, 1L), counts(done));
    assertEquals(
        List.of("2 /phone hidden"),
        errors(done).stream().map(e -> e.row() + " " + e.pointer() + " " + e.rule()).toList());
    JsonNode after = registry.read(kept, Callers.admin());
    assertEquals("Changed", after.get("name").textValue());
    assertEquals("1", after.get("phone").textValue());
  }

  @Test
  void dryRunOfAnUpsertCountsWhatWouldBeReplaced() {
    String type = publish(person().unique("email", "phone"));
    registry.create(type, named("First", "first@example.org"), ANNA);
    ImportView run = start(type, true, "email");
    String anna = "{\"name\": \"Anna\", \"email\": \"a@example.org\", \"phone\": \"1\"}";

    next(type, run, 0, rows(anna, named("Changed", "first@example.org")), false);
    ImportView done = next(type, run, 2, rows(anna), true);

    assertEquals(List.of(3L, 1L, 2L, 0L), counts(done));
    assertEquals(1, count(type));
  }

  @Test
  void aDryRunDoesNotTellWhichHiddenValuesOthersHave() {
    String type = publish(person().unique("email").privateFields("email"));
    registry.create(type, named("Other", "other@example.org"), user("other"));
    registry.create(type, named("Own", "own@example.org"), ANNA);
    String[] rows = {
      named("A", "other@example.org"), named("B", "own@example.org"), named("C", "new@example.org")
    };

    assertEquals(List.of(3L, 2L, 0L, 1L), counts(importAll(type, start(type, true, null), rows)));
    assertEquals(
        List.of(3L, 2L, 1L, 0L), counts(importAll(type, start(type, true, "email"), rows)));
    ImportView done = importAll(type, start(type, false, null), rows);
    assertEquals(List.of(3L, 1L, 0L, 2L), counts(done));
  }

  @Test
  void aDryRunDoesNotCompareRowsWithHiddenValuesOfWhatItReplaces() {
    String type =
        publish(person().roles("anonymous").unique("email", "phone").privateFields("phone"));
    String json = "{\"name\": \"%s\", \"email\": \"%s\", \"phone\": \"1\"}";
    registry.create(type, json.formatted("Kept", "k@example.org"), Caller.NOBODY);
    ImportView run = start(type, true, "email");

    next(type, run, 0, rows(named("Changed", "k@example.org")), false);
    ImportView done =
        next(
            type, run, 1, rows("{}", json.formatted("Guess", "g@example.org")).subList(1, 2), true);

    assertEquals(List.of(2L, 1L, 1L, 0L), counts(done));
  }

  @Test
  void valueThatNoIndexTakesIsRefusedAlone() {
    String type = publish(person().unique("note"));
    java.util.Random random = new java.util.Random(1);
    StringBuilder huge = new StringBuilder();
    random.ints(5_000, 'a', 'z').forEach(c -> huge.append((char) c));
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      rows.add("{\"name\": \"N\", \"note\": \"" + (i == 17 ? huge.toString() : "n" + i) + "\"}");
    }
    rows.set(23, "{\"name\": \"N\", \"note\": \"\\ud800\"}");
    rows.set(31, "{\"name\": \"\\ud800\"}");
    String marks = "\u0301\u0323".repeat(31);
    rows.set(35, "{\"name\": \"N\", \"note\": \"a" + marks + "\"}");

    ImportView done = importAll(type, start(type, false, null), rows.toArray(String[]::new));

    assertEquals(39, done.created() + 3);
    assertEquals(40, done.rows());
    for (int row : List.of(18, 36)) {
      assertTrue(errors(done).stream().anyMatch(e -> e.row() == row && e.rule().equals("index")));
    }
  }

  @Test
  void batchThatIsRefusedTakesBackNothingThatStands() {
    String type =
        publish(
            person()
                .unique("email", "note")
                .template("{\"credentialSubject\": {\"n\": 1}}")
                .automated(
                    "named", new Condition.Always(), JsonBytes.of("{\"type\": []}"), "$.name"));
    var entity = registry.create(type, named("First", "first@example.org"), ANNA);
    String attested = registry.read(entity, ANNA).at("/named/0/_osAttestedData").textValue();
    StringBuilder huge = new StringBuilder();
    new java.util.Random(2).ints(5_000, 'a', 'z').forEach(c -> huge.append((char) c));

    ImportView done =
        importAll(
            type,
            start(type, false, "email"),
            "{\"name\": \"First\", \"email\": \"first@example.org\", \"age\": 5}",
            "{\"name\": \"N\", \"email\": \"n@example.org\", \"note\": \"" + huge + "\"}");

    assertEquals(List.of(2L, 0L, 1L, 1L), counts(done));
    try (KafkaPeer kafka = new KafkaPeer(registry)) {
      Eventually.isTrue(
          () ->
              kafka.about(entity.osid()).stream()
                  .anyMatch(fact -> fact.type().equals(RegistryFacts.ENTITY_CHANGED.name())));
      String id = Json.read(attested).get("id").textValue();
      assertFalse(kafka.withdrawnCredentials().contains(id));
    }
  }

  @Test
  void credentialsOfABatchThatCouldNotAllBeSignedAreTakenBack() {
    String type = publish(person().template("{\"credentialSubject\": {\"n\": 1}}"));
    ImportView run = start(type, false, null);
    List<ImportRow> rows =
        rows("{\"name\": \"Anna\"}", "{\"name\": \"Berta\"}", "{\"name\": \"Clara\"}");
    ImportEntitiesRequest batch =
        new ImportEntitiesRequest(type, run.id(), 0, 0L, null, rows, true);
    List<String> unused =
        registry.credentials.issuingAtMost(
            2,
            () ->
                assertEquals(
                    FailureKind.UNAVAILABLE,
                    registry.refusal(BulkOperations.IMPORT_ENTITIES, batch, ANNA).kind()));
    assertEquals(2, unused.size());
    try (KafkaPeer kafka = new KafkaPeer(registry)) {
      Eventually.isTrue(() -> kafka.withdrawnCredentials().containsAll(unused));
    }

    ImportView done = registry.request(BulkOperations.IMPORT_ENTITIES, batch, ANNA);
    assertEquals(List.of(3L, 3L, 0L, 0L), counts(done));
  }

  @Test
  void cellsBecomeValuesOfTheSchemasTypes() {
    String type = publish(person());
    List<String> columns = List.of("name", "age", "phone", "contact.city", "tags", "note");
    ImportView run = start(type, false, null);
    List<ImportRow> rows =
        rows(
            "[\"Anna\", \"1.50\", \"007\", \"Ulm, \\\"alt\\\"\", \"[\\\"1\\\",\\\"b\\\"]\", \"5\"]",
            "[\"Berta\", null, null, null, null, \"free text\"]",
            "[\"Clara\", \"old\", null, null, null, null]",
            "[\"Dora\", null]",
            "[\"Emil\", null, null, \"U\\u0000\", null, null]");
    ImportView done =
        registry.request(
            BulkOperations.IMPORT_ENTITIES,
            new ImportEntitiesRequest(type, run.id(), 0, 0L, columns, rows, true),
            ANNA);

    assertEquals(List.of(5L, 2L, 0L, 3L), counts(done));
    assertEquals(
        List.of("/age type", " columns", "/contact/city nul"),
        errors(done).stream().map(e -> e.pointer() + " " + e.rule()).toList());
    JsonNode anna = search(type).get("data").get(0);
    assertEquals("1.50", anna.get("age").decimalValue().toString());
    assertEquals("007", anna.get("phone").textValue());
    assertEquals("Ulm, \"alt\"", anna.at("/contact/city").textValue());
    assertEquals("1", anna.at("/tags/0").textValue());
    assertEquals("5", anna.get("note").textValue());
    JsonNode berta = search(type).get("data").get(1);
    assertEquals("free text", berta.get("note").textValue());
    assertFalse(berta.has("age"));
    assertFalse(berta.has("contact"));
  }

  @Test
  void columnThatTheSchemaDoesNotDeclareIsRefusedUnlessItIsToBeStored() {
    String type = publish(person());
    List<String> columns = List.of("name", "Contact City", "nickname");
    List<ImportRow> rows = rows("[\"Anna\", \"Ulm\", \"1\"]");
    CellForms usual = new CellForms(false, null, null);
    ImportView run = start(type, false, null);

    Failure refused =
        registry.refusal(
            BulkOperations.IMPORT_ENTITIES,
            new ImportEntitiesRequest(type, run.id(), 0, 0L, columns, rows, true, usual),
            ANNA);

    assertEquals("registry.import.undeclared", refused.code());
    assertEquals(
        List.of(
            "Column 2 of the header: the schema declares no 'Contact City'; write 'contact.city'.",
            "Column 3 of the header: the schema declares no 'nickname'."),
        refused.violations().stream().map(Violation::message).toList());
    CellForms storing = new CellForms(true, null, null);
    ImportView done =
        registry.request(
            BulkOperations.IMPORT_ENTITIES,
            new ImportEntitiesRequest(type, run.id(), 0, 0L, columns, rows, true, storing),
            ANNA);
    assertEquals(
        List.of("/Contact City additionalProperties", "/nickname additionalProperties"),
        errors(done).stream().map(error -> error.pointer() + " " + error.rule()).toList());
  }

  @Test
  void duplicateNamesTheRowThatHadTheValueFirst() {
    String type = publish(person().unique("email"));
    registry.create(type, named("Before", "before@example.org"), ANNA);
    for (boolean dryRun : List.of(true, false)) {
      ImportView run = start(type, dryRun, null);
      next(
          type,
          run,
          0,
          rows("{}", named("A", "a@example.org"), named("B", "a@example.org")),
          false);
      ImportView done =
          next(
              type,
              run,
              3,
              rows(named("C", "a@example.org"), named("D", "before@example.org")),
              true);

      assertEquals(
          List.of(
              "3 Row 2 has the same email; it must be unique.",
              "4 Row 2 has the same email; it must be unique.",
              "5 Another entity has the same email; it must be unique."),
          errors(done).stream()
              .filter(error -> error.rule().equals("unique"))
              .map(error -> error.row() + " " + error.message())
              .toList());
    }
  }

  @Test
  void duplicatesInOtherFormsNameTheRowThatHadTheValueFirst() {
    String type = publish(person().unique("email", "name").caseInsensitive("email"));
    registry.create(type, named("Zo\u00eb", "before@example.org"), ANNA);
    for (boolean dryRun : List.of(true, false)) {
      ImportView run = start(type, dryRun, null);
      next(
          type,
          run,
          0,
          rows(named("A", "a@example.org"), named("Jos\u00e9", "A@Example.org")),
          false);
      ImportView done =
          next(
              type,
              run,
              2,
              rows(
                  named("Ev\u00e9", "c@example.org"),
                  named("Eve\u0301", "d@example.org"),
                  named("Zoe\u0308", "e@example.org"),
                  named("F", "BEFORE@example.org"),
                  named("G", "a@EXAMPLE.org")),
              true);

      assertEquals(
          List.of(
              "2 Row 1 has the same email; it must be unique.",
              "4 Row 3 has the same name; it must be unique.",
              "5 Another entity has the same name; it must be unique.",
              "6 Another entity has the same email; it must be unique.",
              "7 Row 1 has the same email; it must be unique."),
          errors(done).stream()
              .filter(error -> error.rule().equals("unique"))
              .map(error -> error.row() + " " + error.message())
              .toList());
    }
  }

  @Test
  void duplicateOfAReplacedEntityNamesTheRowThatReplacedIt() {
    String type = publish(person().unique("email", "phone"));
    registry.create(type, named("First", "first@example.org"), ANNA);
    String json = "{\"name\": \"N\", \"email\": \"%s@example.org\", \"phone\": \"1\"}";
    ImportView run = start(type, false, "email");
    next(type, run, 0, rows(named("A", "a@example.org"), json.formatted("first")), false);

    ImportView done = next(type, run, 2, rows(json.formatted("b")), true);

    assertEquals(
        List.of("Row 2 has the same phone; it must be unique."),
        errors(done).stream().map(ImportErrorsView.Error::message).toList());
  }

  @Test
  void headerThatIsNoneIsRefusedBeforeAnyRow() {
    String type = publish(person());
    for (List<String> columns :
        List.of(
            List.of("name", "name"),
            List.of("contact", "contact.city"),
            List.of("osid"),
            List.of("tags[*]"),
            List.of(""))) {
      ImportView run = start(type, false, null);
      ImportEntitiesRequest request =
          new ImportEntitiesRequest(type, run.id(), 0, 0L, columns, rows("[\"a\"]"), false);
      assertEquals(
          FailureKind.INVALID,
          registry.refusal(BulkOperations.IMPORT_ENTITIES, request, ANNA).kind(),
          columns.toString());
    }
    assertEquals(0, count(type));
  }

  @Test
  void importThatNothingHappensToIsForgottenWithItsErrors() {
    String type = publish(person());
    ImportView done = importAll(type, start(type, false, null), "{}", "{\"name\": \"Anna\"}");
    Database database = Database.open(registry.vertx, registry.config.postgres());
    PgImportStore store =
        new PgImportStore(
            database,
            new Outbox("registry"),
            new AfterWrites(() -> {}, () -> {}),
            new StoreLimits(8_000_000, 4_000_000));
    await(store.forgetBefore(done.startedAt().minusSeconds(1)));
    assertEquals(1, errors(done).size());

    await(store.forgetBefore(Instant.parse("2100-01-01T00:00:00Z")));
    ReadImportRequest read = new ReadImportRequest(type, done.id());
    assertEquals(
        "registry.import.not-found",
        registry.refusal(BulkOperations.READ_IMPORT, read, ANNA).code());
    assertEquals(List.of(), await(store.errors(UUID.fromString(done.id()), 0, 0, 10)));
    assertEquals(1, count(type));
    await(database.close());
  }

  @Test
  void onlyWhoMayCreateImportsAndOnlyTheOwnImport() {
    String type = publish(person().roles("Clerk"));
    StartImportRequest request = new StartImportRequest(type, id(), false, null);
    assertEquals(
        FailureKind.FORBIDDEN, registry.refusal(BulkOperations.START_IMPORT, request, ANNA).kind());
    String open = publish(person().roles("anonymous"));
    StartImportRequest nobody = new StartImportRequest(open, id(), false, null);
    assertEquals(
        FailureKind.UNAUTHENTICATED,
        registry.refusal(BulkOperations.START_IMPORT, nobody, Caller.NOBODY).kind());

    ImportView run = start(open, false, null);
    StartImportRequest again = new StartImportRequest(open, run.id(), false, null);
    assertEquals(
        FailureKind.NOT_FOUND,
        registry.refusal(BulkOperations.START_IMPORT, again, user("other")).kind());
    ReadImportRequest read = new ReadImportRequest(open, run.id());
    assertEquals(
        FailureKind.NOT_FOUND,
        registry.refusal(BulkOperations.READ_IMPORT, read, user("other")).kind());
    assertEquals("OPEN", registry.request(BulkOperations.READ_IMPORT, read, admin()).state());
    StartImportRequest different = new StartImportRequest(open, run.id(), true, null);
    assertEquals(
        "registry.import.different",
        registry.refusal(BulkOperations.START_IMPORT, different, ANNA).code());
    StartImportRequest unknown = new StartImportRequest(open, id(), false, "phone");
    assertEquals(
        "registry.import.upsert",
        registry.refusal(BulkOperations.START_IMPORT, unknown, ANNA).code());
  }

  @Test
  void typeWhoseEntitiesGetLoginsIsRefused() {
    OwnershipAttribute owner = new OwnershipAttribute("/email", null, null, null);
    String type = publish(person().owner(owner));
    StartImportRequest request = new StartImportRequest(type, id(), false, null);
    assertEquals(
        "registry.import.logins",
        registry.refusal(BulkOperations.START_IMPORT, request, ANNA).code());
    String without = publish(person().owner(owner).withoutLogin());
    assertEquals(0, start(without, false, null).rows());
  }

  @Test
  void typeWithATemplateIsSigned() {
    String type =
        publish(person().template("{\"@context\": [], \"credentialSubject\": {\"n\": 1}}"));
    importAll(type, start(type, false, null), "{\"name\": \"Anna\"}", "{\"name\": \"Berta\"}");
    search(type)
        .get("data")
        .forEach(entity -> assertFalse(entity.get("_osSignedData").textValue().isEmpty()));
  }

  @Test
  void exportHasEveryEntityOnceInTheViewOfItsCaller() {
    String type = publish(person().roles("Clerk").privateFields("phone", "contact.mobile"));
    Caller clerk =
        new Caller(
            "clerk",
            null,
            java.util.Set.of("Clerk"),
            java.util.Set.of(),
            java.util.Set.of(),
            false);
    for (int i = 0; i < 25; i++) {
      registry.create(
          type,
          "{\"name\": \"N%d\", \"phone\": \"1\", \"contact\": {\"city\": \"U\", \"mobile\": \"2\"}}"
              .formatted(i),
          admin());
    }
    assertEquals(25, export(type, clerk, false, true).size());
    assertFalse(export(type, clerk, false, true).toString().contains("phone"));
    assertFalse(export(type, clerk, true, true).toString().contains("mobile"));
    assertTrue(export(type, admin(), true, false).get(0).contains("contact.mobile"));
    List<String> bare = export(type, clerk, false, false);
    assertEquals("{\"name\":\"N0\",\"contact\":{\"city\":\"U\"}}", bare.get(0));
    assertEquals(
        FailureKind.FORBIDDEN,
        registry
            .refusal(
                BulkOperations.EXPORT_ENTITIES,
                new ExportEntitiesRequest(type, null, false, true, null, 10),
                ANNA)
            .kind());
    String filter = "{\"filters\": {\"name\": {\"eq\": \"N7\"}}}";
    ExportedEntities filtered =
        registry.request(
            BulkOperations.EXPORT_ENTITIES,
            new ExportEntitiesRequest(type, JsonBytes.of(filter), false, false, null, 10),
            clerk);
    assertEquals(1, filtered.rows().size());
  }

  @Test
  void exportedCellsComeBackAsTheSameEntities() {
    String type = publish(person());
    List<String> entities =
        List.of(
            "{\"name\":\"Anna\",\"phone\":\"\",\"age\":1.50,\"tags\":[\"1\",\"\"],\"note\":\"5\"}",
            "{\"name\":\"B, \\\"b\\\"\\nb\",\"contact\":{\"city\":\" \"}}",
            "{\"name\":\"C\",\"note\":\"true story\",\"addresses\":[{\"street\":\"S\"}]}",
            "{\"name\":\"D\",\"note\":\"\"}",
            "{\"name\":\"E\",\"note\":\"{\\\"a\\\":1}\"}");
    entities.forEach(json -> registry.create(type, json, ANNA));
    List<String> written = export(type, ANNA, true, false);
    String copy = publish(person());
    ImportView run = start(copy, false, null);
    List<String> titles = new ArrayList<>();
    Json.read(written.get(0)).forEach(title -> titles.add(title.textValue()));
    ImportEntitiesRequest request =
        new ImportEntitiesRequest(
            copy,
            run.id(),
            0,
            0L,
            titles,
            rows(written.subList(1, written.size()).toArray(String[]::new)),
            true);
    ImportView done = registry.request(BulkOperations.IMPORT_ENTITIES, request, ANNA);
    assertEquals(List.of(5L, 5L, 0L, 0L), counts(done), () -> errors(done).toString());
    List<String> before = export(type, ANNA, false, false);
    List<String> after = export(copy, ANNA, false, false);
    for (int i = 0; i < before.size(); i++) {
      assertEquals(Json.read(before.get(i)), Json.read(after.get(i)));
    }
  }

  private static List<String> export(
      String type, Caller caller, boolean columns, boolean systemFields) {
    List<String> all = new ArrayList<>();
    String cursor = null;
    do {
      ExportEntitiesRequest request =
          new ExportEntitiesRequest(type, null, columns, systemFields, cursor, 10);
      ExportedEntities page = registry.request(BulkOperations.EXPORT_ENTITIES, request, caller);
      if (cursor == null && columns) {
        all.add(Json.write(page.columns()).text());
      }
      page.rows().forEach(row -> all.add(row.text()));
      cursor = page.next();
    } while (cursor != null);
    return all;
  }

  private static TestType person() {
    return TestType.named("Bulk" + ++types);
  }

  private static String publish(TestType type) {
    registry.publish(type);
    return type.build().name();
  }

  private static String id() {
    return UUID.randomUUID().toString();
  }

  private static String named(String name, String email) {
    return "{\"name\": \"%s\", \"email\": \"%s\"}".formatted(name, email);
  }

  private static ImportRow withoutEmail(ImportRow row) {
    String json = row.value().text();
    JsonBytes bare = JsonBytes.of(json.substring(0, json.indexOf(',')) + "}");
    return new ImportRow(row.line(), row.checksum(), bare, null);
  }

  private static List<ImportRow> rows(String... json) {
    List<ImportRow> rows = new ArrayList<>();
    for (String one : json) {
      int number = rows.size() + 1;
      rows.add(new ImportRow(100 + number, 7L * number, JsonBytes.of(one), null));
    }
    return rows;
  }

  private static ImportView start(String type, boolean dryRun, String upsert) {
    StartImportRequest request = new StartImportRequest(type, id(), dryRun, upsert);
    return registry.request(BulkOperations.START_IMPORT, request, ANNA);
  }

  private static ImportView importAll(String type, ImportView run, String... json) {
    return next(type, run, 0, rows(json), true);
  }

  private static ImportView next(
      String type, ImportView run, long from, List<ImportRow> rows, boolean last) {
    ImportEntitiesRequest request =
        new ImportEntitiesRequest(type, run.id(), from, 7 * from, null, rows, last);
    return registry.request(BulkOperations.IMPORT_ENTITIES, request, ANNA);
  }

  private static List<Long> counts(ImportView run) {
    return List.of(run.rows(), run.created(), run.replaced(), run.refused());
  }

  private static List<ImportErrorsView.Error> errors(ImportView run) {
    List<ImportErrorsView.Error> all = new ArrayList<>();
    String after = null;
    do {
      ReadImportErrorsRequest request = new ReadImportErrorsRequest(run.type(), run.id(), after, 3);
      ImportErrorsView page = registry.request(BulkOperations.READ_IMPORT_ERRORS, request, ANNA);
      all.addAll(page.errors());
      after = page.next();
    } while (after != null);
    return all;
  }

  /** Returns the number of transactions that have written the entities of a type. */
  private static long transactions(String type) {
    String sql = "SELECT count(DISTINCT xmin::text) FROM " + registry.table(type);
    return Long.parseLong(registry.database.single(sql));
  }

  private static long count(String type) {
    return registry
        .request(
            TypeOperations.COUNT_ENTITIES, new CountEntitiesRequest(List.of(type)), Caller.NOBODY)
        .count();
  }

  private static JsonNode search(String type) {
    SearchEntitiesRequest request = new SearchEntitiesRequest(type, JsonBytes.of("{}"));
    return Json.read(Json.write(registry.request(EntityOperations.SEARCH_ENTITIES, request, ANNA)));
  }
}
