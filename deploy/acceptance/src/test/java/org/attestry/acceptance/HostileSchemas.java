package org.attestry.acceptance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.attestry.runtime.json.Json;

/** Schema documents whose check, compilation or use would never end, and configurations of them. */
final class HostileSchemas {

  private static final List<String> CONDITIONS =
      List.of(
          "(",
          "(".repeat(5_000),
          "!".repeat(5_000) + "('a' == 'a')",
          "('a' == 'a')" + " && ('a' == 'a')".repeat(20_000),
          "(ATTESTOR#$.a#.contains(REQUESTER#$.b#))".repeat(100),
          "ATTESTOR#" + "$.a".repeat(10_000) + "# == 'a'",
          "ATTESTOR#$[*][*][*][*][*]# == REQUESTER#$..*#",
          "'unterminated",
          "T(java.lang.Runtime).getRuntime().exec('id')",
          "1e99999999999 < 2",
          "'\u0000' == ''");

  private static final List<String> TEMPLATES =
      List.of(
          "{{#each this}}{{#each ../this}}{{#each ../../this}}x{{/each}}{{/each}}{{/each}}",
          "{{".repeat(10_000),
          "{{{name}}}",
          "{{#if name}}".repeat(1_000) + "{{/if}}".repeat(1_000),
          "{{#each tags}}".repeat(500) + "x" + "{{/each}}".repeat(500),
          "{{name}}".repeat(50_000),
          "{{#each tags}}{{name}}",
          "{{/each}}",
          "{{> partial}}",
          "{{lookup this 'class'}}",
          "{{this.class.classLoader}}",
          "{{" + "../".repeat(2_000) + "name}}",
          "{{name." + "a.".repeat(20_000) + "b}}",
          "{{!-- " + "x".repeat(100_000),
          "\\{{name}}",
          "{{=<% %>=}}<% name %>");

  private HostileSchemas() {}

  /** The request that stores a document; one in four would publish it. */
  static String request(Chance chance) {
    String name = "H" + Long.toHexString(chance.number());
    return request(
        chance.percent(95) ? name : HostileText.name(chance),
        document(chance, name),
        chance.percent(25) ? "PUBLISHED" : "DRAFT");
  }

  /** The request that changes a document or its state. */
  static String change(Chance chance) {
    String name = "H" + Long.toHexString(chance.number());
    ObjectNode request = (ObjectNode) Json.read("{}");
    request.put("schema", document(chance, name));
    return chance.percent(70) ? request.toString() : request.put("status", "DRAFT").toString();
  }

  private static String request(String name, String document, String status) {
    ObjectNode request = (ObjectNode) Json.read("{}");
    return request.put("name", name).put("schema", document).put("status", status).toString();
  }

  private static String document(Chance chance, String name) {
    return chance.of(
        () -> of(name, definition(chance), "", "{\"roles\":[\"anonymous\"]}"),
        () -> of(name, definition(chance), "", "{\"roles\":[\"anonymous\"]}"),
        () -> of(name, honest(), definitions(chance), "{\"roles\":[\"anonymous\"]}"),
        () -> of(name, honest(), "", config(chance)),
        () -> of(name, honest(), "", config(chance)),
        () ->
            HostileJson.spoilt(
                chance,
                of(
                    name,
                    honest(),
                    "",
                    "{\"roles\":[],\"uniqueIndexFields\":[\"name\"],\"indexFields\":[\"a\"]}")),
        () -> HostileJson.value(chance),
        () -> types(2_000));
  }

  private static String of(String name, String definition, String others, String config) {
    String quoted = HostileJson.quoted(name);
    String body = definition.substring(1, definition.length() - 1);
    return """
    {"$schema":"http://json-schema.org/draft-07/schema","type":"object","title":%1$s,
     "properties":{%1$s:{"$ref":"#/definitions/%2$s"}},"required":[%1$s],
     "definitions":{%1$s:{%3$s,"_osConfig":%4$s}%5$s}}\
    """
        .formatted(quoted, name, body, config, others);
  }

  private static String honest() {
    return """
    {"type":"object","required":["name"],"properties":{"name":{"type":"string"},
     "tags":{"type":"array","items":{"type":"string"}},"a":{"$ref":"#/definitions/D0"}}}\
    """
        .replace(",\"a\":{\"$ref\":\"#/definitions/D0\"}", ",\"a\":{}");
  }

  private static String types(int count) {
    return "{\"type\":\"object\",\"properties\":{%s},\"definitions\":{%s}}"
        .formatted(
            HostileJson.joined(
                count, n -> "\"T%d\":{\"$ref\":\"#/definitions/T%d\"}".formatted(n, n)),
            HostileJson.joined(count, n -> "\"T%d\":{\"type\":\"object\"}".formatted(n)));
  }

  private static String definition(Chance chance) {
    return chance.of(
        () -> property("\"enum\":[%s]".formatted(HostileJson.numbered("v", 60_000))),
        () -> property("\"enum\":[%s]".formatted(HostileJson.joined(20_000, n -> "1"))),
        () -> property("\"pattern\":%s".formatted(HostileJson.quoted(pattern(chance)))),
        () -> property("\"multipleOf\":%s".formatted(HostileText.number(chance))),
        () -> property("\"minLength\":%s".formatted(HostileText.number(chance))),
        () -> property("\"maxItems\":%s".formatted(HostileText.number(chance))),
        () -> property("\"$ref\":%s".formatted(HostileJson.quoted(reference(chance)))),
        () -> property("\"const\":%s".formatted(HostileJson.value(chance))),
        () -> property("\"default\":%s".formatted(HostileJson.value(chance))),
        () -> property("\"format\":%s".formatted(HostileJson.quoted(HostileText.name(chance)))),
        () -> nested("properties", chance.of(List.of(10, 19, 60, 500))),
        () -> combined(chance.of(List.of("allOf", "anyOf", "oneOf")), 300),
        () -> combined("not", 25),
        () ->
            "{\"type\":\"object\",\"required\":[%s],\"properties\":{\"name\":{\"type\":\"string\"}}}"
                .formatted(HostileJson.numbered("p", 30_000)),
        () ->
            "{\"type\":\"object\",\"properties\":{%s}}"
                .formatted(HostileJson.joined(10_000, n -> "\"p" + n + "\":{\"type\":\"string\"}")),
        () ->
            "{\"type\":\"object\",\"dependencies\":{%s}}"
                .formatted(HostileJson.joined(5_000, n -> "\"p" + n + "\":[\"p" + (n + 1) + "\"]")),
        () ->
            "{\"type\":\"object\",\"patternProperties\":{%s}}"
                .formatted(HostileJson.joined(2_000, n -> "\"^p" + n + "(a+)+$\":{}")));
  }

  private static String property(String keywords) {
    return "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"p\":{%s}}}"
        .formatted(keywords);
  }

  private static String nested(String keyword, int depth) {
    return "{\"type\":\"object\",\"%s\":{\"p\":".formatted(keyword).repeat(depth)
        + "{}"
        + "}}".repeat(depth);
  }

  private static String combined(String keyword, int times) {
    String one = "{\"required\":[\"a\"]}";
    return keyword.equals("not")
        ? "{\"type\":\"object\",\"not\":" + "{\"not\":".repeat(times) + "{}" + "}".repeat(times + 1)
        : "{\"type\":\"object\",\"%s\":[%s]}"
            .formatted(keyword, HostileJson.joined(times * 20, n -> one));
  }

  private static String pattern(Chance chance) {
    return chance.of(
        () -> "^(a+)+$",
        () -> "(a{1,1000}){1,1000}",
        () -> "a{2147483648}",
        () -> "(?=a)b\\1",
        () -> "[\\p{Nothing}]",
        () -> "(".repeat(10_000),
        () -> "(a|".repeat(2_000) + "a" + ")".repeat(2_000),
        () -> "[a-\ud83d\ude00]*",
        () -> HostileText.text(chance));
  }

  private static String reference(Chance chance) {
    return chance.of(
        () -> "#",
        () -> "#/definitions/none",
        () -> "#/definitions/%00",
        () -> "#/" + "a/".repeat(10_000),
        () -> "Other.json#/definitions/X",
        () -> "http://127.0.0.1:1/schema.json",
        () -> "file:///etc/passwd",
        () -> "classpath:/logback.xml",
        () -> "urn:x",
        () -> HostileText.text(chance));
  }

  /** Definitions beside the type's own: what each leads to is the next, or both of the next. */
  private static String definitions(Chance chance) {
    String keyword = chance.of(List.of("allOf", "anyOf", "oneOf"));
    return ","
        + chance.of(
            () -> chain(3_000, "{\"$ref\":\"#/definitions/D%1$d\"}"),
            () -> chain(200, "{\"properties\":{\"a\":{\"$ref\":\"#/definitions/D%1$d\"}}}"),
            () ->
                chain(
                    24,
                    "{\""
                        + keyword
                        + "\":[{\"$ref\":\"#/definitions/D%1$d\"},"
                        + "{\"$ref\":\"#/definitions/D%1$d\"}]}"),
            () ->
                """
                "D0":{"%1$s":[{"$ref":"#/definitions/D1"}]},
                "D1":{"%1$s":[{"$ref":"#/definitions/D0"}]}\
                """
                    .formatted(keyword),
            () -> "\"D0\":{\"$ref\":\"#/definitions/D0\"}",
            () -> "\"D0\":%s".formatted(HostileJson.value(chance)));
  }

  /** The request to store a document whose definitions lead twice to the next, 24 times. */
  static String doubled() {
    String link =
        "{\"allOf\":[{\"$ref\":\"#/definitions/D%1$d\"},{\"$ref\":\"#/definitions/D%1$d\"}]}";
    String definition = "{\"type\":\"object\",\"allOf\":[{\"$ref\":\"#/definitions/D0\"}]}";
    return request(
        "Doubled", of("Doubled", definition, "," + chain(24, link), "{\"roles\":[]}"), "PUBLISHED");
  }

  private static String chain(int length, String link) {
    return HostileJson.joined(length, n -> "\"D" + n + "\":" + link.formatted(n + 1))
        + ",\"D"
        + length
        + "\":{\"type\":\"string\"}";
  }

  private static String config(Chance chance) {
    return chance.of(
        () -> member("roles", chance),
        () -> member("privateFields", chance),
        () -> member("uniqueIndexFields", chance),
        () -> member("indexFields", chance),
        () -> member("ownershipAttributes", chance),
        () -> "{\"uniqueIndexFields\":[%s]}".formatted(HostileJson.joined(5_000, n -> "\"name\"")),
        () -> "{\"indexFields\":[%s]}".formatted(HostileJson.numbered("f", 20_000)),
        () -> "{\"credentialTemplate\":%s}".formatted(template(chance)),
        () -> "{\"credentialTemplate\":%s}".formatted(HostileCredentials.document(chance)),
        () -> "{\"attestationPolicies\":[%s]}".formatted(policy(chance)),
        () ->
            "{\"attestationPolicies\":[%s]}"
                .formatted(HostileJson.joined(2_000, n -> policy("p" + n, "", "$.name"))),
        () -> "{%s:%s}".formatted(HostileJson.quoted(HostileText.name(chance)), "1"));
  }

  private static String member(String name, Chance chance) {
    return "{\"%s\":%s}"
        .formatted(
            name,
            chance.percent(50)
                ? HostileJson.value(chance)
                : "[%s]".formatted(HostileJson.quoted(HostileText.name(chance))));
  }

  private static String policy(Chance chance) {
    return chance.percent(60)
        ? policy("p", chance.of(CONDITIONS), "$.name")
        : policy(HostileText.name(chance), "", HostileText.word(chance));
  }

  private static String policy(String name, String condition, String path) {
    return """
    {"name":%s,"type":"MANUAL","conditions":%s,"attestationProperties":{"name":%s},
     "attestorPlugin":"did:internal:ClaimPluginActor?entity=Inspector"}\
    """
        .formatted(
            HostileJson.quoted(name), HostileJson.quoted(condition), HostileJson.quoted(path));
  }

  private static String template(Chance chance) {
    return """
    {"@context":["https://www.w3.org/2018/credentials/v1"],"type":["VerifiableCredential"],
     "credentialSubject":{"type":"Person","name":%s}}\
    """
        .formatted(HostileJson.quoted(chance.of(TEMPLATES)));
  }

  /** A template in which a value or a block is hostile. */
  static String anyTemplate(Chance chance) {
    return chance.percent(60) ? template(chance) : HostileJson.quoted(chance.of(TEMPLATES));
  }
}
