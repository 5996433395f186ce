package org.attestry.schema;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations.CheckTemplateRequest;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.FindTypesRequest;
import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.contracts.schema.SchemaFacts.SchemaChanged;
import org.attestry.contracts.schema.SchemaFacts.SchemaDeleted;
import org.attestry.contracts.schema.SchemaFacts.SchemaPublished;
import org.attestry.contracts.schema.SchemaOperations;
import org.attestry.contracts.schema.SchemaOperations.ChangeSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.CreateSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.DeleteSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.ListSchemasRequest;
import org.attestry.contracts.schema.SchemaOperations.ReadSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.ReadTypeRequest;
import org.attestry.contracts.schema.SchemaOperations.SchemaReceipt;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.contracts.schema.SchemaView;
import org.attestry.contracts.schema.TypesView;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.facts.FactConsumer;
import org.attestry.runtime.facts.FactHandlers;
import org.attestry.runtime.postgres.Database;
import org.attestry.schema.publication.SampleDocuments;
import org.attestry.testkit.Callers;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.Samples;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class SchemaServiceIT {

  private static final List<String> SAMPLES = Samples.TYPES;
  private static final Caller ADMIN = Callers.admin();
  private static final Caller USER = Callers.user("somebody");
  private static final String NAME = "{\"name\": {\"type\": \"string\"}}";
  private static final String NAME_AND_AGE =
      "{\"name\": {\"type\": \"string\"}, \"age\": {\"type\": \"integer\"}}";

  @AutoClose private static final RunningSchemas schemas = RunningSchemas.start();
  private static final RegistryPeer registry = schemas.registry;

  @Test
  void newSchemaIsADraftThatOnlyAdminsSee() {
    String text = document(unique(), NAME);
    String name = unique();
    String id = create(name, text, null).osid();

    SchemaView view = read(id, ADMIN);

    assertEquals(name, view.name());
    assertEquals(text, view.schema());
    assertEquals(SchemaStatus.DRAFT, view.status());
    assertEquals(7, UUID.fromString(view.osid()).version());
    assertEquals(List.of(ADMIN.userId()), view.osOwner());
    assertEquals(ADMIN.userId(), view.osCreatedBy());
    assertEquals(view.osCreatedAt(), view.osUpdatedAt());
    assertEquals(FailureKind.NOT_FOUND, failureOf(() -> read(id, USER)).kind());
    assertTrue(listed(ADMIN).contains(name));
    assertFalse(listed(USER).contains(name));
    assertEquals(List.of(), registry.toldOf(id, SchemaFacts.SCHEMA_PUBLISHED));
  }

  @Test
  void publishedSchemaCanBeReadWithAnyToken() {
    String id = publish(unique());
    assertEquals(SchemaStatus.PUBLISHED, read(id, USER).status());
    assertEquals(SchemaStatus.PUBLISHED, read("1-" + id, USER).status());
    assertEquals(FailureKind.UNAUTHENTICATED, failureOf(() -> read(id, Caller.NOBODY)).kind());
  }

  @Test
  void aTemplateThatCanNeverBeSignedIsNotPublished() {
    String type = unique();
    String own = "{\"type\": \"%s\"}".formatted(CredentialPeer.UNSIGNABLE);
    String policies =
        """
        [{"name": "first", "attestorPlugin": "did:internal:ClaimPluginActor?entity=Teacher",
          "attestationProperties": {"n": "$.name"}},
         {"name": "second", "attestorPlugin": "did:internal:ClaimPluginActor?entity=Teacher",
          "attestationProperties": {"n": "$.name"}, "credentialTemplate": %s}]
        """
            .formatted(own);
    String at = "/definitions/%s/_osConfig".formatted(type);

    String whole = withConfig(type, "{\"credentialTemplate\": %s}".formatted(own));
    Failure refused = failureOf(() -> create(unique(), whole, SchemaStatus.PUBLISHED));
    assertEquals(FailureKind.UNPROCESSABLE, refused.kind());
    assertEquals("schema.template.unsignable", refused.code());
    assertEquals(at + "/credentialTemplate/type", only(refused.violations()).pointer());

    String policy = withConfig(type, "{\"attestationPolicies\": %s}".formatted(policies));
    String id = create(unique(), policy, SchemaStatus.DRAFT).osid();
    Failure draft = failureOf(() -> become(id, SchemaStatus.PUBLISHED));
    assertEquals(
        at + "/attestationPolicies/1/credentialTemplate/type", only(draft.violations()).pointer());
    assertEquals(SchemaStatus.DRAFT, read(id, ADMIN).status());
  }

  @Test
  void aTemplateAsAStringIsTriedWithWhatFillsIt() {
    String type = unique();
    String template = "{\"credentialTemplate\": \"{ \\\"a\\\": {{name}} }\"}";
    create(unique(), withConfig(type, template), SchemaStatus.PUBLISHED);
    CheckTemplateRequest tried = schemas.credentials.checked().getLast();
    assertEquals("\"{ \\\"a\\\": {{name}} }\"", tried.credentialTemplate().text());
    assertTrue(tried.definition().text().contains("name"));
    assertEquals(type(type).config().credentialTemplate(), tried.credentialTemplate());
  }

  @Test
  void issuersOfTemplatesAreRegisteredWhenTheSchemaIsPublished() {
    String type = unique();
    JsonBytes own = JsonBytes.of("{\"issuer\":\"did:web:%s\"}".formatted(type));
    JsonBytes policy = JsonBytes.of("{\"issuer\":\"did:web:%s:p\"}".formatted(type));
    String config =
        """
        {"credentialTemplate": %s, "attestationPolicies": [
          {"name": "p", "attestorPlugin": "did:internal:ClaimPluginActor?entity=Board",
           "credentialTemplate": %s}]}
        """;
    String first = withConfig(type, "{\"credentialTemplate\": %s}".formatted(own.text()));
    String second = withConfig(type, config.formatted(own.text(), policy.text()));
    schemas.credentials.registered().clear();

    String id = create(unique(), first, SchemaStatus.DRAFT).osid();
    schemas.request(
        SchemaOperations.CREATE_SCHEMA,
        new CreateSchemaRequest(unique(), first, SchemaStatus.PUBLISHED, false, true),
        ADMIN);
    assertEquals(List.of(), schemas.credentials.registered());
    become(id, SchemaStatus.PUBLISHED);
    assertEquals(List.of(own), schemas.credentials.registered());
    schemas.request(
        SchemaOperations.CHANGE_SCHEMA,
        new ChangeSchemaRequest(id, null, second, null, false, false, false),
        ADMIN);
    assertEquals(List.of(own, own, policy), schemas.credentials.registered());
  }

  @Test
  void whatIsOnlyKnownWhenATemplateIsFilledIsWarnedOf() {
    String type = unique();
    String template = "{\"a\": \"%s\"}".formatted(CredentialPeer.DOUBTFUL);
    String policy =
        """
        {"name": "p", "attestorPlugin": "did:internal:ClaimPluginActor?entity=%s",
         "attestationProperties": {"who": "$.name"}, "credentialTemplate": %s}
        """
            .formatted(type, template);
    String config =
        "{\"credentialTemplate\": %s, \"attestationPolicies\": [%s]}".formatted(template, policy);
    SchemaReceipt receipt = create(unique(), withConfig(type, config), SchemaStatus.PUBLISHED);
    String at = "/definitions/%s/_osConfig/".formatted(type);
    assertEquals(
        List.of(
            at + "credentialTemplate/credentialSubject",
            at + "attestationPolicies/0/credentialTemplate/credentialSubject"),
        receipt.warnings().stream().map(Violation::pointer).toList());
  }

  @Test
  void anAttestorThatIsNeitherATypeNorAKnownRoleIsWarnedOf() {
    String registrar = unique() + "Registrar";
    create(unique(), withConfig(registrar, "{\"roles\": [\"Clerk\"]}"), SchemaStatus.PUBLISHED);
    String misspelt = registrar.replace("Registrar", "Registar");
    String type = unique();
    String policy =
        "{\"name\": \"%s\", \"attestorPlugin\": \"did:internal:ClaimPluginActor?entity=%s\"}";
    String policies =
        String.join(
            ", ",
            policy.formatted("a", registrar),
            policy.formatted("b", type),
            policy.formatted("c", "Clerk"),
            policy.formatted("d", "OwnClerk"),
            policy.formatted("e", misspelt),
            policy.formatted("f", "nobody-at-all"));
    String document =
        withConfig(
            type,
            "{\"inviteRoles\": [\"OwnClerk\"], \"attestationPolicies\": [%s]}".formatted(policies));
    CreateSchemaRequest strict =
        new CreateSchemaRequest(unique(), document, SchemaStatus.PUBLISHED, true, false);
    String at = "/definitions/%s/_osConfig/attestationPolicies/".formatted(type);

    Failure refused =
        failureOf(() -> schemas.request(SchemaOperations.CREATE_SCHEMA, strict, ADMIN));
    SchemaReceipt receipt = create(unique(), document, SchemaStatus.PUBLISHED);

    assertEquals("schema.document.warned", refused.code());
    assertEquals(refused.violations(), receipt.warnings());
    assertEquals(
        List.of(at + "4/attestorPlugin", at + "5/attestorPlugin"),
        receipt.warnings().stream().map(Violation::pointer).toList());
    assertTrue(
        receipt
            .warnings()
            .getFirst()
            .message()
            .endsWith("; did you mean '%s'?".formatted(registrar)));
    assertTrue(receipt.warnings().getLast().message().endsWith("this role."));
  }

  @Test
  void aTemplateIsTriedWithTheFieldsThatMayBeSigned() {
    String config = "{\"signedFields\": [\"name\"], \"credentialTemplate\": {\"a\": \"{{name}}\"}}";
    create(unique(), withConfig(unique(), config), SchemaStatus.PUBLISHED);
    assertEquals(
        List.of(FieldPath.of("name")), schemas.credentials.checked().getLast().signedFields());
  }

  @Test
  void certificateTemplatesArePinnedToTheirVersionAtPublication() {
    String type = unique();
    String address = "file:" + type;
    String policy =
        """
        [{"name": "first", "attestorPlugin": "did:internal:ClaimPluginActor?entity=Teacher",
          "attestationProperties": {"n": "$.name"}, "certificateTemplates": {"own": "%s"}}]
        """
            .formatted(address);
    String document =
        withConfig(
            type,
            "{\"certificateTemplates\": {\"card\": \"%s\"}, \"attestationPolicies\": %s}"
                .formatted(address, policy));
    schemas.credentials.newest().put(address, "html:1");
    String id = create(unique(), document, SchemaStatus.PUBLISHED).osid();
    assertEquals(Map.of("card", "html:1"), type(type).config().certificateTemplates());
    assertEquals(
        Map.of("own", "html:1"),
        type(type).config().attestationPolicies().getFirst().certificateTemplates());
    long revision = type(type).revision();

    become(id, SchemaStatus.PUBLISHED);
    assertEquals(revision, type(type).revision());
    schemas.credentials.newest().put(address, "html:2");
    assertEquals(Map.of("card", "html:1"), type(type).config().certificateTemplates());
    become(id, SchemaStatus.PUBLISHED);
    assertEquals(Map.of("card", "html:2"), type(type).config().certificateTemplates());
  }

  @Test
  void pathsOfCertificateTemplatesThatLeadToNoValueAreWarnings() {
    String type = unique();
    String policy =
        """
        [{"name": "first", "attestorPlugin": "did:internal:ClaimPluginActor?entity=Teacher",
          "attestationProperties": {"n": "$.name"}, "certificateTemplates": {"b": "%1$s"}}]
        """
            .formatted(CredentialPeer.MISSPELT);
    String document =
        withConfig(
            type,
            "{\"certificateTemplates\": {\"a\": \"%s\"}, \"attestationPolicies\": %s}"
                .formatted(CredentialPeer.MISSPELT, policy));
    schemas.credentials.newest().put(CredentialPeer.MISSPELT, "html:1");
    List<String> warned =
        create(unique(), document, SchemaStatus.PUBLISHED).warnings().stream()
            .filter(one -> one.rule().startsWith("no-such-"))
            .map(one -> one.pointer().replaceFirst(".*_osConfig", "") + " " + one.message())
            .toList();
    schemas.credentials.newest().remove(CredentialPeer.MISSPELT);
    assertEquals(
        List.of(
            "/attestationPolicies/0/certificateTemplates/b There is no qrCode.",
            "/certificateTemplates/a There is no qrCode.",
            "/certificateTemplates/a There is no nmae."),
        warned);
  }

  @Test
  void aSchemaIsNotPublishedWithoutItsCertificateTemplates() {
    String type = unique();
    String policies =
        """
        [{"name": "first", "attestorPlugin": "did:internal:ClaimPluginActor?entity=Teacher",
          "attestationProperties": {"n": "$.name"}, "certificateTemplates": {"b": "file:none"}}]
        """;
    String document =
        withConfig(
            type,
            "{\"certificateTemplates\": {\"a\": \"file:none\"}, \"attestationPolicies\": %s}"
                .formatted(policies));
    String id = create(unique(), document, SchemaStatus.DRAFT).osid();
    Failure refused = failureOf(() -> become(id, SchemaStatus.PUBLISHED));
    assertEquals(FailureKind.UNPROCESSABLE, refused.kind());
    assertEquals("schema.certificate.unknown", refused.code());
    String at = "/definitions/%s/_osConfig".formatted(type);
    assertEquals(
        List.of(
            at + "/attestationPolicies/0/certificateTemplates/b", at + "/certificateTemplates/a"),
        refused.violations().stream().map(Violation::pointer).toList());
    assertEquals(SchemaStatus.DRAFT, read(id, ADMIN).status());
  }

  private static String withConfig(String type, String config) {
    return SampleDocuments.typed(type, NAME, config);
  }

  @Test
  void findsTypesOnlyForWhoHasOtherOnes() {
    String first = publish(unique());
    String before = find(null).fingerprint();

    assertEquals(List.of(), find(before).types());
    publish(unique());
    TypesView published = find(before);
    assertNotEquals(before, published.fingerprint());
    assertFalse(published.types().isEmpty());
    delete(first);
    assertNotEquals(published.fingerprint(), find(published.fingerprint()).fingerprint());
  }

  @Test
  void onlyAdminsWrite() {
    CreateSchemaRequest create =
        new CreateSchemaRequest("x", document("X", NAME), null, false, false);
    ChangeSchemaRequest change =
        new ChangeSchemaRequest("x", null, null, null, false, false, false);
    DeleteSchemaRequest delete = new DeleteSchemaRequest("x");
    for (Map.Entry<Caller, FailureKind> refused :
        Map.of(USER, FailureKind.FORBIDDEN, Caller.NOBODY, FailureKind.UNAUTHENTICATED)
            .entrySet()) {
      Caller caller = refused.getKey();
      assertEquals(
          refused.getValue(),
          failureOf(() -> request(SchemaOperations.CREATE_SCHEMA, create, caller)).kind());
      assertEquals(
          refused.getValue(),
          failureOf(() -> request(SchemaOperations.CHANGE_SCHEMA, change, caller)).kind());
      assertEquals(
          refused.getValue(),
          failureOf(() -> request(SchemaOperations.DELETE_SCHEMA, delete, caller)).kind());
    }
  }

  @Test
  void registryKnowsTheTypesWhenTheAdminGetsTheReply() {
    String type = unique();
    String id = publish(type);

    SchemaPublished told = only(registry.toldOf(id, SchemaFacts.SCHEMA_PUBLISHED));

    assertEquals(type, only(told.types()).name());
    assertEquals(id, only(told.types()).schemaId());
    assertEquals(1, told.version());
    assertEquals(only(told.types()), type(type));
  }

  @ParameterizedTest
  @FieldSource("SAMPLES")
  void samplesPublishWithoutWarningsButOfWhatTheyOpen(String sample) {
    SchemaReceipt receipt = create(sample, Samples.schema(sample), SchemaStatus.PUBLISHED);
    assertEquals(
        List.of(),
        receipt.warnings().stream().filter(one -> !one.rule().equals("anonymous")).toList());
  }

  @Test
  void documentsThatReferenceOthersPublishWithWarnings() {
    create("Parts", SampleDocuments.LIBRARY, SchemaStatus.PUBLISHED);
    SchemaReceipt receipt = create("Worker", SampleDocuments.WORKER, SchemaStatus.PUBLISHED);
    assertEquals(
        Set.of("inert", "no-such-field", "unknown-attestor"),
        Set.copyOf(receipt.warnings().stream().map(Violation::rule).toList()));
    assertTrue(type("Worker").definition().text().contains("Parts.Address"));
  }

  @Test
  void referenceIsPinnedToTheVersionAtPublish() {
    String library = unique();
    String user = unique();
    String libraryId = create(library, parts(library, "string"), SchemaStatus.PUBLISHED).osid();
    String text =
        document(user, "{\"x\": {\"$ref\": \"%s.json#/definitions/X\"}}".formatted(library));
    String userId = create(user, text, SchemaStatus.PUBLISHED).osid();

    change(
        new ChangeSchemaRequest(
            libraryId, null, parts(library, "integer"), null, false, false, false));
    assertTrue(type(user).definition().text().contains("\"type\":\"string\""));

    change(new ChangeSchemaRequest(userId, null, text, null, false, false, false));
    assertTrue(type(user).definition().text().contains("\"type\":\"integer\""));
    assertEquals(2, read(userId, ADMIN).version());
  }

  @Test
  void referencedSchemaCannotBeDeleted() {
    String library = unique();
    String user = unique();
    String libraryId = create(library, parts(library, "string"), SchemaStatus.PUBLISHED).osid();
    String text =
        document(user, "{\"x\": {\"$ref\": \"%s.json#/definitions/X\"}}".formatted(library));
    String userId = create(user, text, SchemaStatus.PUBLISHED).osid();

    Failure refused = failureOf(() -> delete(libraryId));
    assertEquals("schema.referenced", refused.code());
    assertTrue(refused.message().contains(user), refused.message());

    delete(userId);
    delete(libraryId);
  }

  @Test
  void draftsOfOthersAreNoLibrary() {
    String library = unique();
    create(library, parts(library, "string"), SchemaStatus.DRAFT);
    String text =
        document(unique(), "{\"x\": {\"$ref\": \"%s.json#/definitions/X\"}}".formatted(library));
    Failure refused = failureOf(() -> create(unique(), text, SchemaStatus.PUBLISHED));
    assertTrue(refused.message().contains("publish it first"), refused.message());
  }

  @Test
  void draftListsWhatPreventsItsPublication() {
    String text = SampleDocuments.typed(unique(), NAME, "{\"role\": []}");
    SchemaReceipt receipt = create(unique(), text, SchemaStatus.DRAFT);
    assertEquals("unknown", only(receipt.warnings()).rule());

    Failure refused =
        failureOf(
            () ->
                change(
                    new ChangeSchemaRequest(
                        receipt.osid(), null, null, SchemaStatus.PUBLISHED, false, false, false)));
    assertEquals(FailureKind.INVALID, refused.kind());
    assertTrue(refused.message().contains("did you mean 'roles'"), refused.message());
    assertEquals(SchemaStatus.DRAFT, read(receipt.osid(), ADMIN).status());
  }

  @Test
  void refusesADocumentThatCannotBeOneEvenAsADraft() {
    Failure refused =
        failureOf(() -> create(unique(), "{\"type\": \"objct\"}", SchemaStatus.DRAFT));
    assertEquals(FailureKind.INVALID, refused.kind());
    assertEquals("/type", only(refused.violations()).pointer());
  }

  @Test
  void refusesMissingMembers() {
    assertEquals("/name", only(failureOf(() -> create(null, "{}", null)).violations()).pointer());
    assertEquals("/schema", only(failureOf(() -> create("x", null, null)).violations()).pointer());
  }

  @Test
  void nameIsUnique() {
    String name = unique();
    String id = create(name, document(unique(), NAME), null).osid();
    Failure refused = failureOf(() -> create(name, document(unique(), NAME), null));
    assertEquals(FailureKind.CONFLICT, refused.kind());
    assertEquals("schema.name.taken", refused.code());
    assertTrue(refused.message().contains("PUT /api/v1/Schema/" + id), refused.message());
  }

  @Test
  void typeIsPublishedByOneSchemaOnly() {
    String type = unique();
    publish(type);
    Failure refused =
        failureOf(() -> create(unique(), document(type, NAME), SchemaStatus.PUBLISHED));
    assertEquals("schema.type.taken", refused.code());
    assertTrue(refused.message().contains(type), refused.message());
    assertTrue(refused.message().contains("PUT /api/v1/Schema/"), refused.message());
  }

  @Test
  void ofManyWhoPublishATypeAtOnceOneWins() {
    String type = unique();
    List<Future<SchemaReceipt>> all = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      CreateSchemaRequest request =
          new CreateSchemaRequest(
              unique(), document(type, NAME), SchemaStatus.PUBLISHED, false, false);
      all.add(schemas.begin(SchemaOperations.CREATE_SCHEMA, request, ADMIN));
    }
    Eventually.isTrue(() -> all.stream().allMatch(Future::isComplete));
    assertEquals(1, all.stream().filter(Future::succeeded).count());
    all.stream()
        .filter(Future::failed)
        .map(f -> ((FailureException) f.cause()).failure().kind())
        .forEach(kind -> assertEquals(FailureKind.CONFLICT, kind));
  }

  @Test
  void puttingBackWhatWasReadChangesNothing() {
    String id = publish(unique());
    SchemaView before = read(id, ADMIN);

    change(
        new ChangeSchemaRequest(
            id, before.name(), before.schema(), before.status(), false, false, false));

    assertEquals(before, read(id, ADMIN));
    assertEquals(List.of(), registry.toldOf(id, SchemaFacts.SCHEMA_CHANGED));
  }

  @Test
  void changeOfAPublishedDocumentIsANewVersionAtALargerRevision() throws Exception {
    String type = unique();
    String id = publish(type);
    long revision = type(type).revision();

    change(
        new ChangeSchemaRequest(id, null, document(type, NAME_AND_AGE), null, false, false, false));

    SchemaChanged told = only(registry.toldOf(id, SchemaFacts.SCHEMA_CHANGED));
    assertEquals(2, told.version());
    assertEquals(SchemaStatus.PUBLISHED, told.status());
    assertTrue(type(type).revision() > revision);
    assertTrue(type(type).definition().text().contains("age"));
    assertEquals(List.of(document(type, NAME), document(type, NAME_AND_AGE)), versions(id));
  }

  @Test
  void typeWithEntitiesCannotLeaveItsDocument() {
    String type = unique();
    String id = publish(type);
    registry.stores(3);
    try {
      Failure refused =
          failureOf(
              () ->
                  change(
                      new ChangeSchemaRequest(
                          id, null, document(unique(), NAME), null, false, false, false)));
      assertEquals("schema.in-use", refused.code());
    } finally {
      registry.stores(0);
    }
    String other = unique();
    change(new ChangeSchemaRequest(id, null, document(other, NAME), null, false, false, false));
    assertFalse(types().contains(type));
    assertTrue(types().contains(other));
  }

  @Test
  void lifeGoesFromDraftToPublishedToDeprecated() {
    String type = unique();
    String id = create(unique(), document(type, NAME), SchemaStatus.DRAFT).osid();
    assertEquals(
        "schema.status.fixed", failureOf(() -> become(id, SchemaStatus.DEPRECATED)).code());
    change(
        new ChangeSchemaRequest(id, null, document(type, NAME_AND_AGE), null, false, false, false));
    become(id, SchemaStatus.PUBLISHED);
    assertEquals(1, only(registry.toldOf(id, SchemaFacts.SCHEMA_PUBLISHED)).version());
    assertEquals("schema.status.fixed", failureOf(() -> become(id, SchemaStatus.DRAFT)).code());

    become(id, SchemaStatus.DEPRECATED);

    SchemaChanged told = only(registry.toldOf(id, SchemaFacts.SCHEMA_CHANGED));
    assertEquals(SchemaStatus.DEPRECATED, told.status());
    assertEquals(type, only(told.types()).name());
    assertTrue(types().contains(type));
    become(id, SchemaStatus.DEPRECATED);
    assertEquals("schema.status.fixed", failureOf(() -> become(id, SchemaStatus.DRAFT)).code());
  }

  @Test
  void nameStays() {
    String id = publish(unique());
    Failure refused =
        failureOf(
            () -> change(new ChangeSchemaRequest(id, "other", null, null, false, false, false)));
    assertEquals("schema.name.fixed", refused.code());
  }

  @Test
  void deleteReturnsTheRecordAndFreesNameAndType() {
    String type = unique();
    String id = publish(type);
    SchemaView before = read(id, ADMIN);

    assertEquals(before, delete(id));

    SchemaDeleted told = only(registry.toldOf(id, SchemaFacts.SCHEMA_DELETED));
    assertEquals(List.of(type), told.types());
    assertEquals(FailureKind.NOT_FOUND, failureOf(() -> read(id, ADMIN)).kind());
    assertEquals(FailureKind.NOT_FOUND, failureOf(() -> delete(id)).kind());
    create(before.name(), document(type, NAME), SchemaStatus.PUBLISHED);
    assertTrue(type(type).revision() > told.revision());
  }

  @Test
  void schemaWithEntitiesCannotBeDeleted() {
    String id = publish(unique());
    registry.stores(1);
    try {
      Failure refused = failureOf(() -> delete(id));
      assertEquals(FailureKind.CONFLICT, refused.kind());
      assertEquals("schema.in-use", refused.code());
    } finally {
      registry.stores(0);
    }
    assertEquals(SchemaStatus.PUBLISHED, read(id, ADMIN).status());
  }

  @Test
  void withoutTheRegistryDeleteIsUnavailableAndPublishSucceedsThroughKafka() throws Exception {
    List<SchemaPublished> received = new CopyOnWriteArrayList<>();
    FactConsumer consumer =
        new FactConsumer(
            schemas.vertx,
            Database.open(schemas.vertx, schemas.config.postgres()),
            schemas.config.kafka(),
            unique(),
            new FactHandlers(new BusClient(schemas.vertx))
                .on(
                    SchemaFacts.SCHEMA_PUBLISHED,
                    (fact, data, context) -> {
                      received.add(data);
                      return Future.succeededFuture();
                    }));
    schemas.vertx.runOnContext(start -> consumer.start());
    registry.vanish();
    String type = unique();
    try {
      String id = publish(type);
      assertEquals(FailureKind.UNAVAILABLE, failureOf(() -> delete(id)).kind());
      assertEquals(SchemaStatus.PUBLISHED, read(id, ADMIN).status());
    } finally {
      registry.appear();
    }
    EntityType sent =
        Eventually.until(() -> receivedType(received, type), types -> !types.isEmpty()).getFirst();
    assertEquals(type(type), sent);
    await(consumer.close());
  }

  @Test
  void unknownIdsAreNotFound() {
    for (String id : List.of("", "x", "1-", UUID.randomUUID().toString(), "1-1-1-1-1")) {
      assertEquals(FailureKind.NOT_FOUND, failureOf(() -> read(id, ADMIN)).kind());
    }
  }

  private static List<EntityType> receivedType(List<SchemaPublished> received, String type) {
    return received.stream()
        .flatMap(published -> published.types().stream())
        .filter(t -> t.name().equals(type))
        .toList();
  }

  private static String publish(String type) {
    return create(type, document(type, NAME), SchemaStatus.PUBLISHED).osid();
  }

  private static String document(String type, String properties) {
    return SampleDocuments.typed(type, properties, "{}");
  }

  private static String parts(String title, String type) {
    return "{\"title\": \"%s\", \"definitions\": {\"X\": {\"type\": \"%s\"}}}"
        .formatted(title, type);
  }

  private static SchemaReceipt create(String name, String schema, SchemaStatus status) {
    return request(
        SchemaOperations.CREATE_SCHEMA,
        new CreateSchemaRequest(name, schema, status, false, false),
        ADMIN);
  }

  private static SchemaReceipt change(ChangeSchemaRequest request) {
    return request(SchemaOperations.CHANGE_SCHEMA, request, ADMIN);
  }

  private static void become(String id, SchemaStatus status) {
    change(new ChangeSchemaRequest(id, null, null, status, false, false, false));
  }

  private static SchemaView delete(String id) {
    return request(SchemaOperations.DELETE_SCHEMA, new DeleteSchemaRequest(id), ADMIN);
  }

  private static SchemaView read(String id, Caller caller) {
    return request(SchemaOperations.READ_SCHEMA, new ReadSchemaRequest(id), caller);
  }

  private static List<String> listed(Caller caller) {
    return request(SchemaOperations.LIST_SCHEMAS, new ListSchemasRequest(0, 0, null), caller)
        .schemas()
        .stream()
        .map(SchemaView::name)
        .toList();
  }

  @Test
  void typesAreFoundPageByPageAndOneByItsName() {
    String type = "zzz" + unique();
    publish(type);
    schemas.database.execute(
        """
        INSERT INTO entity_type (name, schema_id, revision, type)
        SELECT name || i, schema_id, revision, replace(type, '"' || name, '"' || name || i)
        FROM entity_type, generate_series(1001, 2001) AS i
        WHERE name = '%s'
        """
            .formatted(type));

    TypesView first = findAfter(type);
    TypesView second = findAfter(first.next());

    assertEquals(1_000, first.types().size());
    assertEquals(type + 2000, first.next());
    assertEquals(type + 2001, only(second.types()).name());
    assertNull(second.next());
    assertEquals(find(null).fingerprint(), second.fingerprint());
    assertEquals(type, readType(type).name());
    assertEquals(FailureKind.NOT_FOUND, failureOf(() -> readType("Nobody" + unique())).kind());
  }

  private static TypesView findAfter(String name) {
    return request(SchemaOperations.FIND_TYPES, new FindTypesRequest(null, name), Caller.NOBODY);
  }

  private static EntityType readType(String name) {
    return request(SchemaOperations.READ_TYPE, new ReadTypeRequest(name), Caller.NOBODY);
  }

  private static List<String> types() {
    return found().stream().map(EntityType::name).toList();
  }

  private static EntityType type(String name) {
    return only(found().stream().filter(t -> t.name().equals(name)).toList());
  }

  private static List<EntityType> found() {
    return find(null).types();
  }

  private static TypesView find(String known) {
    return request(SchemaOperations.FIND_TYPES, new FindTypesRequest(known), Caller.NOBODY);
  }

  private static List<String> versions(String id) {
    return schemas.database.query(
        "SELECT document FROM schema_version WHERE schema_id = ? ORDER BY version",
        UUID.fromString(id));
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
