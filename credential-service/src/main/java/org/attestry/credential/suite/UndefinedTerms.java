package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.attestry.credential.jsonld.ContextRules;
import org.attestry.credential.proof.GeneratedContext;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;

/**
 * Defines terms that a template's own contexts leave undefined, so that they can be signed. The
 * same terms give the same context. Terms with arrays are JSON literals, so that their order is
 * signed: RDF writes lists as nodes without id, and newer canonicalizers refuse so many of them.
 */
public final class UndefinedTerms {

  private static final Pattern TERM = Pattern.compile("(?!@[A-Za-z]+$)[^:/]+");

  private UndefinedTerms() {}

  /**
   * @param publicBase the public address of contexts, without trailing slash
   * @param undefined the terms
   * @param source the document that uses them
   */
  public static GeneratedContext define(
      String publicBase, Set<String> undefined, JsonNode source, Budget budget) {
    Map<String, Boolean> terms = new TreeMap<>();
    undefined.forEach(term -> terms.put(term, false));
    SourceLocations.visit(
        source,
        budget,
        (member, value, place) ->
            terms.computeIfPresent(member, (term, array) -> array || value.isArray()));
    String digest = digest(publicBase, terms);
    String address = publicBase + "/contexts/" + digest;
    ObjectNode definitions = Json.object();
    terms.forEach(
        (term, array) -> {
          String iri = address + "#" + fragment(term);
          if (array) {
            definitions.putObject(term).put("@id", iri).put("@type", "@json");
          } else {
            definitions.put(term, iri);
          }
        });
    ObjectNode document = Json.object();
    document.set("@context", definitions);
    return new GeneratedContext(digest, address, document);
  }

  /**
   * Says whether a context can define the name: colons and slashes have another meaning in JSON-LD.
   */
  public static boolean canDefine(String term) {
    return TERM.matcher(term).matches() && !ContextRules.INHERITED.contains(term);
  }

  private static String fragment(String term) {
    return URLEncoder.encode(term, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String digest(String publicBase, Map<String, Boolean> terms) {
    ObjectNode content = Json.object();
    ObjectNode forms = content.putObject(publicBase);
    terms.forEach((term, array) -> forms.put(term, array ? "@json" : "@id"));
    return Sha256.hex(content.toString());
  }
}
