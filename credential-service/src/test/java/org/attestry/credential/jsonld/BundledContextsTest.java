package org.attestry.credential.jsonld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apicatalog.jsonld.JsonLdError;
import com.apicatalog.jsonld.loader.DocumentLoaderOptions;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.Map;
import org.attestry.credential.Budgets;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.suite.Documents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BundledContextsTest {

  private final BundledContexts bundled = BundledContexts.load();

  @Test
  void bundlesEveryContextOfTheIndex() {
    Documents.resource("/contexts/index.json")
        .properties()
        .forEach(entry -> assertTrue(bundled.find(entry.getKey()).isPresent(), entry.getKey()));
  }

  @Test
  void hasTheDigestsThatSpecificationsState() {
    assertEquals(
        "67f21e6e33a6c14e5ccfd2fc7865f7474fb71a04af7e94136cb399dfac8ae8f4",
        Documents.resource("/contexts/index.json")
            .get("https://w3id.org/security/data-integrity/v2")
            .get("sha256")
            .textValue());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://www.w3.org/2018/credentials/v1",
        "https://www.w3.org/ns/credentials/v2",
        "https://w3id.org/security/v2",
        "https://w3id.org/security/data-integrity/v2",
        "https://w3id.org/security/suites/ed25519-2020/v1",
        "https://w3id.org/security/suites/jws-2020/v1",
        "https://www.w3.org/ns/did/v1",
        "https://w3id.org/vc/status-list/2021/v1",
        "https://www.w3.org/ns/credentials/status/v1"
      })
  void contextsCanBeUsed(String address) {
    ObjectNode document =
        Documents.json("{\"@context\": [], \"@id\": \"urn:x\", \"@type\": \"urn:t\"}");
    ((ArrayNode) document.get("@context")).add(address);
    assertEquals(
        1,
        new Canonicalizer(bundled)
            .read(document, Map.of(), Rules.VERIFY, Budgets.ofACall())
            .form()
            .nQuads()
            .lines()
            .count());
  }

  /** This context defines every term, and would hide unsigned ones. */
  @Test
  void leavesTheCatchAllVocabularyOut() {
    assertFalse(bundled.contains("https://www.w3.org/ns/credentials/undefined-terms/v2"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://schema.org/",
        "http://127.0.0.1:1/context.json",
        "file:///etc/passwd",
        "https://www.w3.org/2018/credentials/v1#x",
        "https://WWW.w3.org/2018/credentials/v1"
      })
  void refusesEverythingElse(String address) {
    ContextLoader loader = new ContextLoader(bundled, Map.of(), new ReadContexts());
    assertThrows(
        JsonLdError.class,
        () -> loader.loadDocument(URI.create(address), new DocumentLoaderOptions()));
  }
}
