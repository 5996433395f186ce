package org.attestry.schema.publication;

/** Documents of the shapes that people bring, small. */
public final class SampleDocuments {

  private SampleDocuments() {}

  /** A library: definitions that others reference, and no type. */
  public static final String LIBRARY =
      """
      {
        "$schema": "http://json-schema.org/draft-07/schema",
        "title": "Parts",
        "definitions": {
          "Contact": {
            "type": "object",
            "required": [],
            "properties": {
              "email": {"$id": "#/properties/email", "type": "string", "format": "email"},
              "mobile": {"type": "string"},
              "address": {
                "$id": "#/properties/address",
                "$ref": "#/definitions/Address",
                "title": "Address"
              }
            }
          },
          "Address": {
            "type": "object",
            "additionalProperties": false,
            "properties": {"street": {"type": "string"}, "town": {"type": "string"}}
          },
          "Post": {
            "type": "object",
            "properties": {
              "employerOSID": {"type": "string"},
              "from": {"type": "string", "format": "date"}
            }
          }
        }
      }
      """;

  /** A type with its configuration at the document's root. */
  public static final String WORKER =
      """
      {
        "$schema": "http://json-schema.org/draft-07/schema",
        "type": "object",
        "properties": {"Worker": {"$ref": "#/definitions/Worker"}},
        "required": ["Worker"],
        "title": "Worker",
        "definitions": {
          "Worker": {
            "$id": "#/properties/Worker",
            "type": "object",
            "title": "The Worker Schema",
            "required": [],
            "properties": {
              "name": {"type": "string"},
              "contact": {"$ref": "Parts.json/#/definitions/Contact"},
              "posts": {
                "type": "array",
                "items": {"$ref": "Parts.json#/definitions/Post"}
              }
            }
          }
        },
        "_osConfig": {
          "osComment": ["This section configures the type"],
          "privateFields": ["$.contact.email", "$.contact.telephone"],
          "indexFields": ["workerName", "town"],
          "uniqueIndexFields": ["mobile"],
          "systemFields": ["osCreatedAt", "osUpdatedAt"],
          "attestationPolicies": [
            {
              "name": "workerPosts",
              "additionalInput": {"payrollNumber": {"type": "string"}},
              "conditions": "(ATTESTOR#$.osid#.contains(REQUESTER#$.posts.*.employerOSID#))",
              "type": "MANUAL",
              "attestorPlugin": "did:internal:ClaimPluginActor?entity=Employer",
              "attestationProperties": {"name": "$.name", "posts": "$.posts"}
            }
          ],
          "inviteRoles": ["anonymous"],
          "ownershipAttributes": [
            {"email": "/contact/email", "mobile": "/contact/mobile", "userId": "/contact/mobile"}
          ]
        }
      }
      """;

  /** A document of one type, its configuration inside the definition. */
  public static String typed(String type, String properties, String config) {
    return """
    {
      "$schema": "http://json-schema.org/draft-07/schema#",
      "type": "object",
      "properties": {"%1$s": {"$ref": "#/definitions/%1$s"}},
      "required": ["%1$s"],
      "title": "%1$s",
      "definitions": {
        "%1$s": {
          "$id": "#/properties/%1$s",
          "type": "object",
          "title": "%1$s",
          "required": [],
          "properties": %2$s,
          "_osConfig": %3$s
        }
      }
    }
    """
        .formatted(type, properties, config);
  }
}
