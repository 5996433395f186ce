package org.attestry.bench.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.runtime.json.Json;

/** The types in the measurements, as documents for {@code POST /api/v1/Schema}. */
public final class BenchTypes {

  /** Six flat fields, one of them unique, two more indexed. */
  private static final String FLAT =
      """
      {"$schema": "http://json-schema.org/draft-07/schema", "title": "{type}", "type": "object",
       "properties": {"{type}": {"$ref": "#/definitions/{type}"}}, "required": ["{type}"],
       "definitions": {"{type}": {
         "$id": "#/properties/{type}", "title": "{type}", "type": "object",
         "required": ["code", "name"], "additionalProperties": false,
         "properties": {
           "code": {"type": "string", "maxLength": 60},
           "name": {"type": "string", "minLength": 1},
           "city": {"type": "string"},
           "year": {"type": "integer", "minimum": 1900},
           "email": {"type": "string", "format": "email"},
           "active": {"type": "boolean"}},
         "_osConfig": {"uniqueIndexFields": ["code"], "indexFields": ["name", "city"],
           "roles": [], "inviteRoles": []}}}}
      """;

  /** An object and an array of objects. */
  private static final String NESTED =
      """
      {"$schema": "http://json-schema.org/draft-07/schema", "title": "{type}", "type": "object",
       "properties": {"{type}": {"$ref": "#/definitions/{type}"}}, "required": ["{type}"],
       "definitions": {"{type}": {
         "$id": "#/properties/{type}", "title": "{type}", "type": "object",
         "required": ["code", "name", "address"], "additionalProperties": false,
         "properties": {
           "code": {"type": "string", "maxLength": 60},
           "name": {"type": "string", "minLength": 1},
           "address": {"type": "object", "required": ["street", "city"], "properties": {
             "street": {"type": "string"}, "city": {"type": "string"},
             "zip": {"type": "string"}}},
           "courses": {"type": "array", "items": {"type": "object", "required": ["title"],
             "properties": {"title": {"type": "string"}, "year": {"type": "integer"},
               "grade": {"type": "string"}}}}},
         "_osConfig": {"uniqueIndexFields": ["code"], "indexFields": ["name", "address.city"],
           "roles": [], "inviteRoles": []}}}}
      """;

  private static final String TEMPLATE =
      """
      {"@context": ["https://www.w3.org/2018/credentials/v1", {"@vocab": "https://example.org/t#"}],
       "type": ["VerifiableCredential", "Certificate"], "issuanceDate": "2026-01-02T03:04:05Z",
       "credentialSubject": {"type": "Person", "code": "{{code}}", "name": "{{name}}",
         "city": "{{city}}", "email": "{{email}}", "active": "{{active}}"},
       "evidence": {"type": "Register", "book": "Book of {{city}}"}}
      """;

  /** Eight titled fields and a credential. */
  private static final String TITLED =
      """
      {"$schema": "http://json-schema.org/draft-07/schema", "title": "{type}", "type": "object",
       "properties": {"{type}": {"$ref": "#/definitions/{type}"}}, "required": ["{type}"],
       "definitions": {"{type}": {
         "$id": "#/properties/{type}", "title": "Teaching certificate", "type": "object",
         "properties": {
           "name": {"type": "string", "title": "Name"},
           "subject": {"type": "string", "title": "Subject"},
           "school": {"type": "string", "title": "School"},
           "city": {"type": "string", "title": "City"},
           "grade": {"type": "string", "title": "Grade"},
           "year": {"type": "integer", "title": "Year"},
           "number": {"type": "string", "title": "Register number"},
           "hindi": {"type": "string", "title": "नाम"}},
         "_osConfig": {"roles": [], "inviteRoles": [], "credentialTemplate": {
           "@context": ["https://www.w3.org/2018/credentials/v1"],
           "type": ["VerifiableCredential"], "issuanceDate": "2026-01-02T03:04:05Z",
           "credentialSubject": {"name": "{{name}}", "subject": "{{subject}}",
             "school": "{{school}}", "year": "{{year}}", "number": "{{number}}"}}}}}}
      """;

  private BenchTypes() {}

  public static ObjectNode flat(String type) {
    return published(type, FLAT);
  }

  /** Returns the flat type with an index of the parts of names. */
  public static ObjectNode searched(String type) {
    return published(
        type,
        FLAT.replace("\"_osConfig\": {", "\"_osConfig\": {\"substringFields\": [\"name\"], "));
  }

  /**
   * Returns the flat type with a credential template, so that a credential is issued for each
   * entity.
   */
  public static ObjectNode certified(String type) {
    return published(
        type,
        FLAT.replace(
            "\"_osConfig\": {", "\"_osConfig\": {\"credentialTemplate\": " + TEMPLATE + ", "));
  }

  /** Returns the body of a request to sign the same credential. */
  public static String signRequest() {
    return "{\"data\": %s, \"credentialTemplate\": %s}"
        .formatted(flatEntity("C1", "Name of somebody"), TEMPLATE);
  }

  public static ObjectNode nested(String type) {
    return published(type, NESTED);
  }

  public static ObjectNode titled(String type) {
    return published(type, TITLED);
  }

  public static ObjectNode titledEntity() {
    return Json.object()
        .put("name", "Lakshmi Śrīnivāsan")
        .put("subject", "Mathematics")
        .put("school", "Government Higher Secondary School")
        .put("city", "Pondichéry")
        .put("grade", "First class with distinction")
        .put("year", 2026)
        .put("number", "R-2026-001734")
        .put("hindi", "लक्ष्मी श्रीनिवासन");
  }

  /** Returns the body of a flat entity; the parameters may be templates of {@code requests.lua}. */
  public static String flatEntity(String code, String name) {
    return """
    {"code":"%s","name":"%s","city":"City 7","year":1999,"email":"n@example.org","active":true}
    """
        .formatted(code, name)
        .strip();
  }

  public static String nestedEntity(String code) {
    return """
    {"code":"%s","name":"Name","address":{"street":"Main Street 1","city":"Oslo","zip":"0150"},\
    "courses":[{"title":"Logic","year":2021,"grade":"A"},{"title":"Algebra","year":2022,\
    "grade":"B"},{"title":"Rhetoric","year":2023,"grade":"C"}]}
    """
        .formatted(code)
        .strip();
  }

  private static ObjectNode published(String type, String document) {
    return Json.object()
        .put("name", type)
        .put("schema", document.replace("{type}", type))
        .put("status", "PUBLISHED");
  }
}
