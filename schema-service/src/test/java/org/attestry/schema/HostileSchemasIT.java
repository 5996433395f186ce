package org.attestry.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.schema.FindTypesRequest;
import org.attestry.contracts.schema.SchemaComparison;
import org.attestry.contracts.schema.SchemaOperations;
import org.attestry.contracts.schema.SchemaOperations.ChangeSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.CompareSchemaVersionsRequest;
import org.attestry.contracts.schema.SchemaOperations.CreateSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.ListSchemasRequest;
import org.attestry.contracts.schema.SchemaOperations.SchemaReceipt;
import org.attestry.contracts.schema.SchemaOperations.SchemasView;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.schema.publication.HostileDocuments;
import org.attestry.schema.publication.SampleDocuments;
import org.attestry.testkit.Callers;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No document, published or not, delays the service or makes its reply unbounded. */
class HostileSchemasIT {

  private static final Caller ADMIN = Callers.admin();
  private static final String NAME = "{\"name\": {\"type\": \"string\"}}";

  /** How many documents of one caller are worked on while another publishes a small one. */
  private static final int MOST_BEFORE_OTHERS = 10;

  @AutoClose private static final RunningSchemas schemas = RunningSchemas.start();

  @ParameterizedTest
  @EnumSource(
      value = SchemaStatus.class,
      names = {"DRAFT", "PUBLISHED"})
  void everyHostileDocumentIsAcceptedOrRefused(SchemaStatus status) {
    for (String document : HostileDocuments.large()) {
      try {
        SchemaReceipt receipt = create(unique(), document, status);
        assertTrue(receipt.warnings().size() <= Failure.MOST_VIOLATIONS);
      } catch (FailureException refused) {
        Failure failure = refused.failure();
        assertTrue(
            List.of(FailureKind.INVALID, FailureKind.TOO_LARGE, FailureKind.CONFLICT)
                .contains(failure.kind()),
            failure.message());
        assertTrue(failure.violations().size() <= Failure.MOST_VIOLATIONS);
      }
    }
  }

  @Test
  void othersPublishWhileOneSendsTheWorstInALoop() {
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger sent = new AtomicInteger();
    CompletableFuture<Void> loop =
        CompletableFuture.runAsync(
            () -> {
              while (!done.get()) {
                HostileDocuments.large().forEach(document -> tryToPublish(document, sent));
              }
            });
    try {
      for (int i = 0; i < 10; i++) {
        int before = sent.get();
        String type = unique();
        create(type, SampleDocuments.typed(type, NAME, "{}"), SchemaStatus.PUBLISHED);
        assertTrue(
            schemas
                    .request(
                        SchemaOperations.FIND_TYPES,
                        new FindTypesRequest(null, null),
                        Caller.NOBODY)
                    .types()
                    .size()
                > i);
        int meanwhile = sent.get() - before;
        assertTrue(meanwhile <= MOST_BEFORE_OTHERS, meanwhile + " of its documents first");
        Eventually.isTrue(() -> sent.get() > before);
      }
    } finally {
      done.set(true);
      loop.join();
    }
  }

  private static void tryToPublish(String document, AtomicInteger sent) {
    try {
      create(unique(), document, SchemaStatus.PUBLISHED);
    } catch (FailureException refused) {
      assertTrue(refused.failure().kind() != FailureKind.INTERNAL, refused.failure().message());
    }
    sent.incrementAndGet();
  }

  @Test
  void warningsBeyondAHundredAreCounted() {
    SchemaReceipt receipt = create(unique(), withMembers("\"requird%d\": {}", 1), null);
    assertEquals(0, receipt.moreWarnings());
    SchemaReceipt many =
        create(unique(), withMembers("\"k%d\": {\"requird\": [], \"tpye\": \"\"}", 90), null);
    assertEquals(100, many.warnings().size());
    assertEquals(80, many.moreWarnings());
  }

  @Test
  void differencesBeyondAHundredAreCounted() {
    String name = unique();
    String id =
        create(name, withMembers("\"k%d\": {\"title\": \"a\"}", 150), SchemaStatus.PUBLISHED)
            .osid();
    ChangeSchemaRequest change =
        new ChangeSchemaRequest(
            id,
            null,
            withMembers("\"k%d\": {\"title\": \"b\", \"maxLength\": 9}", 150),
            null,
            false,
            false,
            false);
    schemas.request(SchemaOperations.CHANGE_SCHEMA, change, ADMIN);

    SchemaComparison found =
        schemas.request(
            SchemaOperations.COMPARE_SCHEMA_VERSIONS,
            new CompareSchemaVersionsRequest(id, 1, 2),
            ADMIN);

    assertEquals(100, found.changes().size());
    assertEquals(200, found.moreChanges());
  }

  @Test
  void changesBeyondAHundredAreCountedInAReport() {
    String type = unique();
    String id =
        create(
                type,
                SampleDocuments.typed(type, properties(150, "{}"), "{}"),
                SchemaStatus.PUBLISHED)
            .osid();
    String narrower = SampleDocuments.typed(type, properties(150, "{\"maxLength\": 9}"), "{}");

    SchemaReceipt receipt =
        schemas.request(
            SchemaOperations.CHANGE_SCHEMA,
            new ChangeSchemaRequest(id, null, narrower, null, false, true, false),
            ADMIN);

    assertEquals(100, receipt.report().changes().size());
    assertEquals(50, receipt.report().moreChanges());
  }

  @Test
  void pageOfLargeDocumentsEndsBeforeItIsTooLarge() {
    String description = "x".repeat(900_000);
    String prefix = "large-" + unique();
    for (int i = 0; i < 10; i++) {
      create(prefix + i, "{\"description\": \"" + description + "\"}", null);
    }

    SchemasView page =
        schemas.request(SchemaOperations.LIST_SCHEMAS, new ListSchemasRequest(0, 0, null), ADMIN);

    long listed = page.schemas().stream().mapToLong(one -> one.schema().length()).sum();
    assertTrue(listed <= 8_000_000, "characters: " + listed);
    assertTrue(page.totalCount() > page.schemas().size());
    SchemasView rest =
        schemas.request(
            SchemaOperations.LIST_SCHEMAS,
            new ListSchemasRequest(1_000, page.schemas().size(), null),
            ADMIN);
    assertTrue(rest.schemas().size() > 0);
  }

  @Test
  void schemaWhoseDocumentBreaksALimitOfTodayCanStillBeDeprecated() {
    String type = unique();
    String id =
        create(type, SampleDocuments.typed(type, NAME, "{}"), SchemaStatus.PUBLISHED).osid();
    schemas.database.execute(
        "UPDATE schema_document SET document = '{\"title\": \"%s\"}' WHERE id = '%s'"
            .formatted("x".repeat(1_000), id));
    ChangeSchemaRequest deprecated =
        new ChangeSchemaRequest(id, null, null, SchemaStatus.DEPRECATED, false, false, false);
    assertEquals(id, schemas.request(SchemaOperations.CHANGE_SCHEMA, deprecated, ADMIN).osid());
  }

  @Test
  void documentThatReferencesTooManyOthersIsRefused() {
    String references =
        IntStream.range(0, 101)
            .mapToObj(i -> "\"k%d\": {\"$ref\": \"Other%1$d#/definitions/X\"}".formatted(i))
            .collect(Collectors.joining(",", "{", "}"));
    FailureException refused =
        assertThrows(
            FailureException.class,
            () -> create(unique(), "{\"properties\": " + references + "}", null));
    assertEquals("schema.document.limit", refused.failure().code());
  }

  private static String withMembers(String member, int count) {
    return "{\"definitions\": {\"D\": {\"properties\": " + members(member, count) + "}}}";
  }

  private static String properties(int count, String schema) {
    return members("\"k%d\": " + schema, count);
  }

  private static String members(String member, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> member.formatted(i))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static SchemaReceipt create(String name, String document, SchemaStatus status) {
    return schemas.request(
        SchemaOperations.CREATE_SCHEMA,
        new CreateSchemaRequest(name, document, status, false, false),
        ADMIN);
  }

  private static String unique() {
    return "T" + UUID.randomUUID().toString().substring(0, 13);
  }
}
