package org.attestry.credential.suite;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.credential.Budgets;
import org.attestry.credential.canonical.CanonicalForm;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.jsonld.Rules;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any addition to a signed credential changes its canonical form or is refused. */
class TamperingTest {

  private final Canonicalizer canonicalizer = new Canonicalizer(BundledContexts.load());

  private record Tamper(String name, ObjectNode document) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Tamper> additionsThatRdfWouldDrop() {
    return Stream.of(namesAndIris(), valuesAndKeywords(), wholeDocuments()).flatMap(all -> all);
  }

  private static Stream<Tamper> namesAndIris() {
    return Stream.of(
        subject("undefined property", "{\"admin\": \"true\"}"),
        subject("nested undefined property", "{\"friend\": {\"admin\": true}}"),
        subject("undefined property with an object", "{\"rights\": {\"name\": \"all\"}}"),
        subject("empty name", "{\"\": \"x\"}"),
        subject("unknown keyword", "{\"@foo\": \"x\"}"),
        subject("keyword as value of an id", "{\"id\": \"@foo\"}"),
        subject("keyword as reference", "{\"friend\": \"@foo\"}"),
        subject("keyword as type", "{\"type\": [\"Person\", \"@foo\"]}"),
        subject("@nest", "{\"@nest\": {\"admin\": \"x\"}}"),
        subject(
            "@reverse of an undefined term", "{\"@reverse\": {\"admin\": {\"id\": \"urn:x\"}}}"),
        subject("@reverse of a term", "{\"@reverse\": {\"name\": {\"id\": \"urn:x\"}}}"),
        subject("relative type", "{\"type\": [\"Person\", \"Admin\"]}"),
        subject("empty type", "{\"type\": [\"Person\", \"\"]}"),
        subject("relative id", "{\"id\": \"admin\"}"),
        subject("empty id", "{\"id\": \"\"}"),
        subject("relative reference", "{\"friend\": \"admin\"}"),
        subject("relative vocabulary value", "{\"level\": \"high\"}"),
        subject("id with a space", "{\"id\": \"did:example:a b\"}"),
        subject("property with a space", "{\"http://example.org/a b\": \"x\"}"),
        subject("blank node predicate", "{\"_:p\": \"x\"}"));
  }

  private static Stream<Tamper> valuesAndKeywords() {
    return Stream.of(
        subject(
            "malformed language",
            "{\"name\": [\"Ada\", {\"@value\": \"x\", \"@language\": \"a b\"}]}"),
        subject("malformed key of a language map", "{\"label\": {\"not a tag\": \"x\"}}"),
        subject(
            "relative datatype", "{\"name\": [\"Ada\", {\"@value\": \"x\", \"@type\": \"Rel\"}]}"),
        subject("unknown direction", "{\"name\": {\"@value\": \"Ada\", \"@direction\": \"up\"}}"),
        subject("null direction", "{\"name\": {\"@value\": \"Ada\", \"@direction\": null}}"),
        subject("@index", "{\"@index\": \"x\"}"),
        subject("@index of a value", "{\"name\": {\"@value\": \"Ada\", \"@index\": \"x\"}}"),
        subject("@included", "{\"@included\": {}}"),
        subject("@included with a node", "{\"@included\": {\"id\": \"urn:x\"}}"),
        subject("null for a term", "{\"friend\": null}"),
        subject("null for an undefined term", "{\"admin\": null}"),
        subject("null in a language map", "{\"label\": {\"en\": null}}"),
        subject("array in an array", "{\"name\": [[\"Ada\"]]}"),
        subject("array in an explicit list", "{\"name\": {\"@list\": [\"a\", [\"b\"]]}}"),
        subject(
            "array in an explicit list beside a list in a list",
            "{\"name\": [{\"@list\": [{\"@list\": [\"a\"]}, [\"b\"]]}]}"),
        subject("null in an array", "{\"name\": [\"Ada\", null]}"),
        subject("@value null", "{\"friend\": {\"@value\": null}}"),
        subject("empty array", "{\"friend\": []}"),
        subject("empty @set", "{\"friend\": {\"@set\": []}}"),
        subject("empty array in a language map", "{\"label\": {\"en\": []}}"),
        subject("context of its own", "{\"@context\": {\"admin\": null}, \"admin\": \"x\"}"),
        new Tamper("half a character", named("Ada\ud800")));
  }

  /** No text that is read can have such a name. */
  private static ObjectNode named(String name) {
    ObjectNode document = Documents.credential();
    ((ObjectNode) document.get("credentialSubject")).put("name", name);
    return document;
  }

  private static Stream<Tamper> wholeDocuments() {
    return Stream.of(
        new Tamper("scalar in @graph", Documents.with("{\"@graph\": [\"admin\"]}")),
        new Tamper("node in @graph", Documents.with("{\"@graph\": [{\"id\": \"urn:x\"}]}")),
        context("alias of @nest", "{\"n\": \"@nest\"}", "{\"n\": {}}"),
        context("alias of @index", "{\"n\": \"@index\"}", "{\"n\": \"x\"}"),
        context("alias of @included", "{\"n\": {\"@id\": \"@included\"}}", "{\"n\": {}}"),
        context("alias of @graph", "{\"n\": \"@graph\"}", "{\"n\": [\"x\"]}"),
        context("term taken back", "{\"n\": null}", "{\"n\": \"x\"}"),
        context(
            "index container",
            "{\"n\": {\"@id\": \"urn:n\", \"@container\": \"@index\"}}",
            "{\"n\": {\"k\": \"x\"}}"),
        context("null context", null, "{}"));
  }

  static Stream<Tamper> changesThatAreSigned() {
    return Stream.of(
        subject("another value", "{\"name\": \"Eve\"}"),
        subject("one more value", "{\"name\": [\"Ada\", \"Eve\"]}"),
        subject("number for a string", "{\"name\": 1}"),
        subject("a known member", "{\"friend\": \"did:example:eve\"}"),
        subject("an id", "{\"id\": \"did:example:eve\"}"),
        subject("an absolute type", "{\"type\": [\"Person\", \"https://example.org/#Admin\"]}"),
        subject("an empty node", "{\"friend\": {}}"),
        subject("an empty list", "{\"steps\": []}".replace("[]", "{\"@list\": [\"x\"]}")),
        subject("a trailing space", "{\"name\": \"Ada \"}"),
        subject("a direction", "{\"name\": {\"@value\": \"Ada\", \"@direction\": \"rtl\"}}"),
        context("a default direction", "{\"@direction\": \"rtl\"}", "{}"),
        new Tamper("an expiry", Documents.with("{\"expirationDate\": \"2030-01-01T00:00:00Z\"}")),
        new Tamper("a status", Documents.with("{\"credentialStatus\": {\"id\": \"urn:s\"}}")),
        context(
            "an attacker's vocabulary",
            "{\"@vocab\": \"https://evil.example/\"}",
            "{\"admin\": \"x\"}"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("additionsThatRdfWouldDrop")
  void refusesWhatWouldBeLeftUnsigned(Tamper tamper) {
    List<Violation> violations = Documents.violationsOf(() -> canonical(tamper.document()));
    assertFalse(violations.isEmpty());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changesThatAreSigned")
  void changesTheCanonicalFormWithEveryPart(Tamper tamper) {
    assertNotEquals(canonical(Documents.credential()), canonical(tamper.document()));
  }

  private CanonicalForm canonical(ObjectNode document) throws FailureException {
    return canonicalizer.read(document, Map.of(), Rules.VERIFY, Budgets.ofACall()).form();
  }

  private static Tamper subject(String name, String members) {
    return new Tamper(name, Documents.withSubject(members));
  }

  private static Tamper context(String name, String context, String members) {
    ObjectNode document = Documents.withSubject(members);
    ArrayNode contexts = (ArrayNode) document.get("@context");
    if (context == null) {
      contexts.addNull();
    } else {
      contexts.add(Documents.json(context));
    }
    return new Tamper(name, document);
  }
}
