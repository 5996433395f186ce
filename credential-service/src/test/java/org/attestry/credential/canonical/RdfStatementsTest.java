package org.attestry.credential.canonical;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apicatalog.jsonld.JsonLdOptions;
import com.apicatalog.jsonld.document.JsonDocument;
import com.apicatalog.jsonld.processor.ExpansionProcessor;
import com.apicatalog.jsonld.processor.ToRdfProcessor;
import com.apicatalog.jsonld.uri.UriValidationPolicy;
import com.apicatalog.rdf.canon.RdfCanon;
import com.apicatalog.rdf.nquads.NQuadsWriter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.json.JsonArray;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.Random;
import org.attestry.credential.Budgets;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.jsonld.ContextLoader;
import org.attestry.credential.jsonld.JakartaJson;
import org.attestry.credential.jsonld.ReadContexts;
import org.attestry.credential.jsonld.Rules;
import org.attestry.credential.suite.Documents;
import org.attestry.credential.suite.RandomCredentials;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our own writing of statements, beside that of the JSON-LD processor. */
class RdfStatementsTest {

  private final BundledContexts contexts = BundledContexts.load();
  private final Canonicalizer canonicalizer = new Canonicalizer(contexts);

  @Test
  void writesWhatTheProcessorWrites() throws Exception {
    Random random = new Random(Seeds.of(14));
    for (int i = 0; i < 500; i++) {
      assertSame(RandomCredentials.next(random));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\": [1, 1.0, -12.25, 0.000001, 9007199254740991, 0.1]}",
        "{\"name\": {\"@value\": 5, \"@type\": \"http://www.w3.org/2001/XMLSchema#double\"}}",
        "{\"name\": {\"@value\": true, \"@type\": \"urn:type\"}}",
        "{\"name\": [\"a\", \"a\", {\"@value\": \"a\", \"@language\": \"en\"}, true, false]}",
        "{\"steps\": [[\"a\", [\"b\"]], \"c\", {\"name\": \"d\"}, {\"id\": \"urn:e\"}]}",
        "{\"name\": [{\"@list\": [1, 2]}, {\"@list\": [1, 2]}, {\"@set\": [3]}]}",
        "{\"id\": \"_:x\", \"friend\": [\"_:x\", \"_:y\"], \"type\": [\"Person\", \"_:t\"]}",
        "{\"name\": [{\"id\": \"urn:a\", \"name\": \"x\"}, {\"id\": \"urn:a\", \"name\": \"x\"}]}",
        "{\"label\": {\"en\": [\"x\", \"y\"], \"de\": \"z\"}}"
      })
  void writesEveryFormAsTheProcessorDoes(String members) throws Exception {
    assertSame(Documents.withSubject(members));
  }

  private void assertSame(ObjectNode document) throws Exception {
    String ours =
        canonicalizer.read(document, Map.of(), Rules.VERIFY, Budgets.ofACall()).form().nQuads();
    assertEquals(processor(document), ours, document.toString());
  }

  private String processor(ObjectNode document) throws Exception {
    JsonLdOptions options =
        new JsonLdOptions(new ContextLoader(contexts, Map.of(), new ReadContexts()));
    options.setUriValidation(UriValidationPolicy.None);
    JsonDocument source = JsonDocument.of(JakartaJson.structure(asDoubles(document)));
    JsonArray expanded = ExpansionProcessor.expand(source, options, false);
    RdfCanon canon = RdfCanon.create("SHA-256");
    ToRdfProcessor.toRdf(canon, expanded, options);
    StringWriter nQuads = new StringWriter();
    canon.provide(new NQuadsWriter(nQuads));
    return nQuads.toString();
  }

  /** The processor writes the decimals that it is given; JavaScript only knows doubles. */
  private static JsonNode asDoubles(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.properties().forEach(member -> member.setValue(asDoubles(member.getValue())));
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, asDoubles(array.get(i)));
      }
    } else if (node.isNumber()) {
      BigDecimal shown = new BigDecimal(node.doubleValue()).round(new MathContext(16));
      return DecimalNode.valueOf(shown.stripTrailingZeros());
    }
    return node;
  }
}
