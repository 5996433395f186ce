package org.attestry.credential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.ReadRevokedRequest;
import org.attestry.contracts.credential.CredentialOperations.RevokedCredential;
import org.attestry.contracts.credential.CredentialOperations.SearchRevokedRequest;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RevokedCredential records are read and searched as entities of any type are, by admins. */
class RevokedIT {

  private static final String ID = "00000000-0000-7000-8000-00000000000%d";

  private static TestDatabase database;
  private static RunningService service;

  @BeforeAll
  static void start() throws Exception {
    database = RunningService.migratedDatabase();
    service = RunningService.start(database, java.util.Map.of("PUBLIC_URL", "http://localhost"));
    insert(1, "Student", "s-1", "urn:uuid:a", "'user-1'", "2026-01-01T00:00:00Z");
    insert(2, "Student", "s-2", "urn:uuid:B", "NULL", "2026-01-02T00:00:00Z");
    insert(3, "Teacher", "s-1", "urn:uuid:\u00c4", "'user-2'", "2026-01-03T00:00:00Z");
    insert(4, "Teacher", "s-3", "urn:100%_x", "'user-1'", "2026-01-03T00:00:00Z");
  }

  private static void insert(
      int number, String entity, String entityId, String credential, String user, String time) {
    String id = ID.formatted(number);
    database.execute(
        """
        INSERT INTO issued_credential VALUES
          ('%1$s', '%4$s', '%2$s', '%3$s', NULL, 'did:x', 'h', '%1$s', 'c', '{}', now());
        INSERT INTO revoked_credential VALUES
          ('%1$s', '%2$s', '%3$s', '%4$s', 'h%7$d', '{"n":%7$d}', %5$s, '%6$s');
        """
            .formatted(id, entity, entityId, credential, user, time, number));
  }

  @AfterAll
  static void stop() throws Exception {
    service.stop();
  }

  @Test
  void anAdminReadsARecordByItsId() throws Exception {
    RevokedCredential record = read(ID.formatted(1), RunningService.ADMIN);
    assertEquals(
        "Student s-1 urn:uuid:a",
        "%s %s %s".formatted(record.entity(), record.entityId(), record.credentialId()));
    assertEquals("user-1", record.userId());
    assertNull(read(ID.formatted(2), RunningService.ADMIN).userId());
    for (String unknown : List.of(ID.formatted(9), "x", "", "a".repeat(10_000))) {
      assertEquals(FailureKind.NOT_FOUND, refusal(unknown, RunningService.ADMIN));
    }
    assertEquals(FailureKind.NOT_FOUND, refusal(null, RunningService.ADMIN));
    assertEquals(FailureKind.FORBIDDEN, refusal(ID.formatted(1), RunningService.SOMEBODY));
    assertEquals(FailureKind.UNAUTHENTICATED, refusal(ID.formatted(1), Caller.NOBODY));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}|1234",
        "{'entity': {'eq': 'Student'}}|12",
        "{'entity': {'neq': 'Student'}}|34",
        "{'entity': {'eq': 'student'}}|``",
        "{'entity': {'eqIgnoreCase': 'student'}}|12",
        "{'entityId': {'in': ['s-1', 's-3']}}|134",
        "{'entityId': {'betweenIgnoreCase': ['S-2', 'S-3']}}|24",
        "{'entityId': {'between': ['S-2', 'S-3']}}|``",
        "{'entityId': {'or': ['s-2', 's-3']}}|24",
        "{'entityId': {'nin': ['s-1', 's-3']}}|2",
        "{'entityId': {'inIgnoreCase': ['S-1']}}|13",
        "{'credentialId': {'startsWith': 'urn:uuid:'}}|123",
        "{'credentialId': {'notStartsWith': 'urn:uuid:'}}|4",
        "{'credentialId': {'endsWithIgnoreCase': 'b'}}|2",
        "{'credentialId': {'endsWithIgnoreCase': '\u00e4'}}|3",
        "{'credentialId': {'contains': '%_'}}|4",
        "{'credentialId': {'contains': '_u'}}|``",
        "{'userId': {'exists': false}}|2",
        "{'userId': {'exists': true}}|134",
        "{'userId': {'neq': 'user-1'}}|23",
        "{'userId': {'not': {'eq': 'user-1'}}}|23",
        "{'userId': {'nin': ['user-1']}}|23",
        "{'userId': {'gt': 'user-1'}}|3",
        "{'osCreatedAt': {'gte': '2026-01-02'}}|234",
        "{'osCreatedAt': {'lt': '2026-01-02T00:00:00.000Z'}}|1",
        "{'osCreatedAt': {'between': ['2026-01-02', '2026-01-03T01:00:00+01:00']}}|234",
        "{'osCreatedAt': {'in': ['2026-01-02']}}|2",
        "{'osCreatedAt': {'lte': '2026-01-02', 'gt': '2026-01-01'}}|2",
        "{'osid': {'eq': '00000000-0000-7000-8000-000000000003'}}|3",
        "{'or': [{'entityId': {'eq': 's-2'}}, {'userId': {'eq': 'user-2'}}]}|23",
        "{'userId': {'or': [{'eq': 'user-2'}, {'exists': false}]}}|23",
        "{'not': {'or': [{'entityId': {'eq': 's-1'}}, {'userId': {'exists': false}}]}}|4",
        "{'entity': {'eq': 'Student'}, 'entityId': {'eq': 's-1'}}|1",
        "{'signedData': {'contains': '4'}, 'signedHash': {'eq': 'h4'}}|4"
      })
  void everyOperatorFindsTheMatchingRecords(String filters, String expected) throws Exception {
    assertEquals(expected, found(query("{'filters': " + filters + "}")));
  }

  @Test
  void pagesAreInOrderAndLeadToEachOther() throws Exception {
    EntitiesView first = search(query("{'limit': 3}"));
    assertEquals(4, first.totalCount());
    assertEquals("exact", first.countIs());
    assertNull(first.previousCursor());
    String second = query("{'limit': '3', 'cursor': '%s'}".formatted(first.nextCursor()));
    assertEquals("4", found(second));
    assertNull(search(second).nextCursor());
    assertEquals("0", search(second).previousCursor());
    assertEquals(4, search(query("{'offset': 9}")).totalCount());
    assertEquals("4321", found(query("{'sort': ['-osCreatedAt']}")));
    assertEquals("4132", found(query("{'sort': ['userId', '-entityId']}")));
    assertEquals("3142", found(query("{'sort': ['-userId', 'signedHash']}")));
    assertNull(search(query("{'count': 'none'}")).totalCount());
  }

  @Test
  void chosenFieldsAloneAreShown() throws Exception {
    JsonNode record =
        Json.read(search(query("{'fields': ['entityId', 'osid'], 'limit': 1}")).data().getFirst());
    assertEquals("{\"osid\":\"" + ID.formatted(1) + "\",\"entityId\":\"s-1\"}", record.toString());
  }

  @Test
  void aPageEndsEarlyWhereItsRecordsAreLarge() throws Exception {
    database.execute(
        "UPDATE revoked_credential SET signed_data = repeat('x', 1500000) WHERE entity ="
            + " 'Teacher'");
    try {
      EntitiesView page = search(query("{'filters': {'entity': {'eq': 'Teacher'}}}"));
      assertEquals(1, page.data().size());
      assertEquals("1", page.nextCursor());
      assertEquals(2, page.totalCount());
    } finally {
      database.execute(
          "UPDATE revoked_credential SET signed_data = '{\"n\":' || right(signed_hash, 1) || '}'");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]|``",
        "{'limits': 1}|/limits",
        "{'limit': 0}|/limit",
        "{'limit': 1001}|/limit",
        "{'offset': -1}|/offset",
        "{'offset': 1, 'cursor': '1'}|/offset",
        "{'cursor': 'x'}|/cursor",
        "{'count': 'all'}|/count",
        "{'sort': 'entity'}|/sort",
        "{'sort': ['name']}|/sort",
        "{'fields': ['name']}|/fields",
        "{'filters': 1}|/filters",
        "{'filters': {'name': {'eq': 'x'}}}|/filters/name",
        "{'filters': {'entity': 'x'}}|/filters/entity",
        "{'filters': {'entity': {}}}|/filters/entity",
        "{'filters': {'entity': {'like': 'x'}}}|/filters/entity/like",
        "{'filters': {'entity': {'eq': 1}}}|/filters/entity/eq",
        "{'filters': {'entity': {'in': []}}}|/filters/entity/in",
        "{'filters': {'entity': {'between': ['a']}}}|/filters/entity/between",
        "{'filters': {'entity': {'exists': 'x'}}}|/filters/entity/exists",
        "{'filters': {'osCreatedAt': {'contains': '2026'}}}|/filters/osCreatedAt/contains",
        "{'filters': {'osCreatedAt': {'eq': 'today'}}}|/filters/osCreatedAt/eq",
        "{'filters': {'osCreatedAt': {'eq': '-0001-01-01T00:00:00Z'}}}|/filters/osCreatedAt/eq",
        "{'filters': {'or': [{'entity': {'eq': 'x'}}, {}]}}|/filters/or/1"
      })
  void whatMakesNoSenseIsRefusedWithAPointer(String query, String pointer) {
    FailureException refused = assertThrows(FailureException.class, () -> search(query(query)));
    assertEquals("credential.search.invalid", refused.failure().code());
    assertEquals(pointer, refused.failure().violations().getFirst().pointer());
  }

  @ParameterizedTest
  @ValueSource(strings = {"not", "or"})
  void filtersNestNoDeeperThanTheLimit(String member) {
    String filter = "{'entity': {'eq': 'x'}}";
    for (int i = 0; i < 20; i++) {
      filter = member.equals("or") ? "{'or': [" + filter + "]}" : "{'not': " + filter + "}";
    }
    String query = query("{'filters': " + filter + "}");
    FailureException refused = assertThrows(FailureException.class, () -> search(query));
    assertEquals("limit", refused.failure().violations().getFirst().rule());
  }

  private static String query(String text) {
    return text.replace('\'', '"');
  }

  /** The numbers of the records that are found, in their order. */
  private static String found(String query) throws Exception {
    StringBuilder numbers = new StringBuilder();
    for (JsonBytes record : search(query).data()) {
      String id = Json.read(record).get("osid").textValue();
      numbers.append(id.charAt(id.length() - 1));
    }
    return numbers.toString();
  }

  private static EntitiesView search(String query) throws Exception {
    return service.request(
        CredentialOperations.SEARCH_REVOKED,
        new SearchRevokedRequest(JsonBytes.of(query)),
        RunningService.ADMIN);
  }

  private static RevokedCredential read(String id, Caller caller) throws Exception {
    return service.request(CredentialOperations.READ_REVOKED, new ReadRevokedRequest(id), caller);
  }

  private static FailureKind refusal(String id, Caller caller) {
    return assertThrows(FailureException.class, () -> read(id, caller)).failure().kind();
  }
}
