package org.attestry.registry.search;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Set;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.EntityType;
import org.attestry.fuzz.Harmless;
import org.attestry.fuzz.Mutations;
import org.attestry.registry.access.SearchScope;
import org.attestry.registry.index.TypeIndexes;
import org.attestry.registry.query.Cursors;
import org.attestry.registry.query.EntityQuery;
import org.attestry.registry.query.SearchQueries;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;

/** Bodies of searches, to the statement that the database is given. */
class SearchFuzzTest {

  private static final EntityType TYPE =
      Json.read(
          JsonBytes.of(
              """
              {"name": "Person", "schemaId": "s", "revision": 1, "deprecated": false,
               "definition": {"type": "object", "properties": {"name": {"type": "string"},
                 "age": {"type": "number"}, "at": {"type": "string", "format": "date-time"},
                 "flag": {"type": "boolean"}, "tags": {"type": "array", "items": {}},
                 "address": {"type": "object", "properties": {"city": {"type": "string"}}},
                 "secret": {}}},
               "config": {"roles": [], "inviteRoles": [], "deleteRoles": [],
                 "ownershipAttributes": [], "privateFields": [["secret"]], "internalFields": [],
                 "signedFields": [], "systemFields": ["osCreatedAt"],
                 "indexFields": [], "uniqueFields": [],
                 "attestationPolicies": [], "certificateTemplates": {}, "enableLogin": true,
                 "enableSearch": true}}\
              """
                  .replace("[[\"secret\"]]", "[\"secret\"]")),
          EntityType.class);
  private static final PublishedType PUBLISHED = new PublishedType(TYPE, 1);
  private static final CallContext ADMIN =
      new CallContext(
          new Caller("u", null, Set.of("admin"), Set.of(), Set.of(), true),
          "fuzz",
          Deadline.in(Duration.ofDays(1)),
          null);
  private static final SearchQueries QUERIES = new SearchQueries(1_000, new Cursors(new byte[32]));

  @Test
  void holdsForSomeThousandMutations() {
    Mutations.run(getClass(), this::becomesAStatementOrIsRefused);
  }

  @FuzzTest
  void becomesAStatementOrIsRefused(byte[] input) {
    Harmless.check(
        input,
        text -> {
          JsonNode body = Json.parse(JsonBytes.of(input));
          EntityQuery query = QUERIES.read(PUBLISHED, ADMIN, SearchScope.ALL, body).query();
          TypeIndexes searched = new TypeIndexes(PUBLISHED);
          SearchStatement.count(searched, query);
          SearchStatement.countTo(searched, query, 1_000);
        });
  }
}
