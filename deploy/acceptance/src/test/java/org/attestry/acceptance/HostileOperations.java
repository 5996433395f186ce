package org.attestry.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.attestry.acceptance.HostileWorld.Targets;
import org.attestry.local.Endpoints;

/**
 * The operations that the interface description lists, and what is sent to each: {@link #BODIES}
 * has a row for every one of them.
 */
final class HostileOperations {

  private static final HostileBody ENTITY =
      HostileBody.json(HostileWorld::entity, HostileEntities::special);
  private static final HostileBody QUERY =
      HostileBody.json(
          world -> "{\"filters\":{\"name\":{\"eq\":\"A\"}},\"limit\":5}", HostileQueries::search);
  private static final HostileBody VERIFY =
      HostileRows.eachLine(
          HostileBody.json(
              world -> "{\"signedCredentials\":{\"@context\":[],\"proof\":{}}}",
              HostileCredentials::verify));

  /** What is sent to each operation. */
  private static final HostileBody ISSUER =
      HostileBody.json(world -> Samples.UNKNOWN_ISSUER, HostileCredentials::issuer);

  private static final HostileBody STATUS =
      HostileBody.json(
          world -> "{\"reason\":\"r\"}",
          chance ->
              "{\"reason\":%s,\"until\":%s}"
                  .formatted(
                      HostileJson.quoted(HostileText.text(chance)),
                      HostileJson.quoted(HostileText.text(chance))));

  /** Of what is no query, so that no requests are made that others could not make any more. */
  private static final HostileBody PRESENTATION =
      HostileBody.json(
          world -> "{\"dcqlQuery\":{\"credentials\":[]}}",
          chance -> "{\"dcqlQuery\":{\"credentials\":[%s]}}".formatted(HostileJson.value(chance)));

  private static final HostileBody KEY =
      HostileBody.json(world -> Samples.UNKNOWN_KEY, HostileCredentials::key);

  private static final Map<String, HostileBody> BODIES = bodies();

  /**
   * An operation of the interface.
   *
   * @param path with variables in braces
   * @param queries the names of its query parameters
   */
  record Described(String operation, String method, String path, List<String> queries) {}

  private HostileOperations() {}

  private static Map<String, HostileBody> bodies() {
    Map<String, HostileBody> bodies = new TreeMap<>();
    bodies.put("createEntity", ENTITY);
    bodies.put("inviteEntity", ENTITY);
    bodies.put("replaceEntity", ENTITY);
    bodies.put(
        "changeProperty", HostileBody.json(HostileWorld::property, HostileEntities::property));
    bodies.put("addProperty", HostileBody.json(HostileWorld::property, HostileEntities::property));
    bodies.put(
        "changeOwners",
        HostileBody.json(
            world -> "{\"userId\":\"nobody\"}",
            chance -> "{\"userId\":%s}".formatted(HostileJson.quoted(HostileText.text(chance)))));
    bodies.put("searchEntities", QUERY);
    bodies.put("searchSchemas", QUERY);
    bodies.put("searchRevoked", QUERY);
    bodies.put(
        "raiseAttestation",
        HostileRows.eachLine(HostileBody.json(HostileWorld::attestation, HostileJson::value)));
    bodies.put(
        "attestClaims",
        HostileRows.eachLine(
            HostileBody.json(
                world -> "{\"claimId\":\"c\",\"action\":\"REJECT_CLAIM\",\"notes\":\"n\"}",
                HostileJson::value)));
    bodies.put(
        "attestClaim",
        HostileBody.json(
            world -> "{\"action\":\"REJECT_CLAIM\",\"notes\":\"n\"}",
            chance ->
                "{\"action\":\"REJECT_CLAIM\",\"notes\":%s}"
                    .formatted(HostileJson.quoted(HostileText.text(chance)))));
    bodies.put(
        "createSchema",
        HostileBody.json(
            world -> Samples.schema("Spoilt", "DRAFT", "{\"type\":\"object\"}"),
            HostileSchemas::request));
    bodies.put(
        "changeSchema",
        HostileBody.json(world -> "{\"status\":\"DRAFT\"}", HostileSchemas::change));
    bodies.put(
        "signCredential",
        HostileRows.eachLine(
            HostileBody.json(world -> Samples.fresh().sign(), HostileCredentials::sign)));
    bodies.put(
        "signCredentialAsVcApi",
        HostileBody.json(
            world -> Samples.credential(),
            chance -> "{\"credential\":%s}".formatted(HostileCredentials.document(chance))));
    bodies.put(
        "verifyCredentialAsVcApi",
        HostileBody.json(
            world -> "{\"verifiableCredential\":{\"@context\":[],\"proof\":{}}}",
            chance ->
                HostileCredentials.verify(chance)
                    .replaceFirst("signedCredentials", "verifiableCredential")));
    bodies.put(
        "revokeCredentialAsVcApi",
        HostileBody.json(
            world -> Samples.status("urn:uuid:unknown"),
            chance ->
                Samples.status("urn:uuid:unknown")
                    .replace(
                        "\"urn:uuid:unknown\"", HostileJson.quoted(HostileText.text(chance)))));
    bodies.put(
        "verifyPresentation",
        HostileBody.json(
            world -> HostileCredentials.presentation("{}", "{}"),
            HostileCredentials::presentation));
    bodies.put("requestPresentation", HostileOperations.PRESENTATION);
    bodies.put("storePresentationQuery", HostileOperations.PRESENTATION);
    bodies.put("readRequestObjectByPost", HostileOperations::walletNonce);
    bodies.put("receivePresentation", HostileOperations::walletResponse);
    bodies.put(
        "createIssuer",
        HostileBody.json(world -> "{\"name\":\"school\"}", HostileCredentials::issuer));
    bodies.put(
        "importKey", HostileBody.json(world -> Samples.importedKey(), HostileCredentials::key));
    bodies.put("disableIssuer", ISSUER);
    bodies.put("enableIssuer", ISSUER);
    bodies.put("rotateKey", KEY);
    bodies.put("revokeKey", KEY);
    bodies.put(
        "uploadContext",
        HostileBody.json(
            world -> "{\"document\":{\"@context\":{\"a\":\"urn:a\"}}}",
            HostileCredentials::upload));
    bodies.put(
        "uploadCertificateTemplate",
        HostileBody.json(
            world -> Samples.certificateTemplate("card", "<html/>"), HostileTemplates::upload));
    bodies.put(
        "previewCertificateTemplate",
        HostileBody.json(world -> "{\"definition\":{}}", HostileTemplates::preview));
    bodies.put(
        "withdrawClaim",
        HostileBody.json(
            world -> "{\"notes\":\"n\"}",
            chance -> "{\"notes\":%s}".formatted(HostileJson.quoted(HostileText.text(chance)))));
    bodies.put(
        "revokeCredentialsByFilter",
        HostileBody.json(
            world -> "{\"credentials\":\"entity\",\"filters\":{\"osid\":{\"eq\":\"x\"}}}",
            chance ->
                "{\"credentials\":\"entity\",\"filters\":%s}"
                    .formatted(HostileJson.value(chance))));
    Stream.of("revoke", "suspend", "reinstate")
        .flatMap(change -> Stream.of(change + "Credential", change + "CredentialOfAttestation"))
        .forEach(operation -> bodies.put(operation, STATUS));
    bodies.put(
        "addClaimNote",
        HostileBody.json(
            world -> "{\"text\":\"n\"}",
            chance -> "{\"text\":%s}".formatted(HostileJson.quoted(HostileText.text(chance)))));
    bodies.put("verifyCredential", VERIFY);
    bodies.put("verifyCredentialAsUtility", VERIFY);
    bodies.put("verifyCredentialAsPage", HostileOperations::form);
    bodies.put(
        "createOffer",
        HostileBody.json(
            world -> "{\"type\":\"T\",\"id\":\"1\"}",
            chance ->
                "{\"type\":%1$s,\"id\":%1$s,\"policy\":%1$s,\"attestationId\":%1$s}"
                    .formatted(HostileJson.quoted(HostileText.text(chance)))));
    bodies.put("issueAccessToken", HostileOperations::redemption);
    bodies.put(
        "issueCopies",
        HostileBody.json(
            world -> "{\"credential_configuration_id\":\"a\",\"proofs\":{\"jwt\":[\"a\"]}}",
            HostileJson::value));
    bodies.put(
        "issueDeferredCopies",
        HostileBody.json(world -> "{\"transaction_id\":\"a\"}", HostileJson::value));
    bodies.put(
        "notifyIssuer",
        HostileBody.json(
            world -> "{\"notification_id\":\"a\",\"event\":\"credential_accepted\"}",
            HostileJson::value));
    bodies.put(
        "readQrCode",
        HostileBody.json(
            world -> "{\"width\":2,\"pixels\":\"AA==\"}",
            chance ->
                "{\"width\":%s,\"pixels\":%s}"
                    .formatted(
                        HostileJson.value(chance), HostileJson.quoted(HostileText.text(chance)))));
    bodies.put("importEntities", HostileRows::content);
    bodies.put("importRevocations", HostileRows::revocations);
    bodies.put("importClaims", HostileRows::claims);
    bodies.put("storeFiles", HostileParts.body("files"));
    bodies.put("replaceFile", HostileParts.body("file"));
    Stream.of(
            "readEntity deleteEntity listEntities readHistory searchEntitiesByAddress",
            "exportEntities readImport readImportErrors readRevocation searchRevokedAsList",
            "listFiles readFile deleteFile deleteFiles readClaim listClaims readAttestedData",
            "readClaimHistory",
            "listSchemas readSchema deleteSchema listSchemaVersions readSchemaVersion",
            "compareSchemaVersions readContext readDidDocument readDidDocumentOfIssuer"
                + " readJwtVcIssuer readJwtVcIssuerOfName readStatusList readTokenStatusList",
            "readCredentialType readCredentialTypeOfPolicy",
            "readDescription readDescriptionAsOpenApi readDescriptionAsPage readDescriptionOfType",
            "readDescriptionPageFile readHealth searchRevokedByAddress readRevoked verifyIssued",
            "readPresentation deletePresentation readRequestObject",
            "listPresentationQueries readPresentationQuery deletePresentationQuery",
            "listIssuers listKeys listContexts readUploadedContext deleteContext",
            "listCertificateTemplates readCertificateTemplate deleteCertificateTemplate",
            "verifyCredentialForm verifyIssuedAsPage verifyCredentialPageFile",
            "readConsole readConsoleFile",
            "readOffer withdrawOffer readIssuerMetadata readIssuerMetadataOfName issueNonce",
            "readAuthorizationMetadata readCredentialOffer")
        .flatMap(names -> Stream.of(names.split(" ")))
        .forEach(operation -> bodies.put(operation, HostileBody.NONE));
    return bodies;
  }

  private static HostileBody.Content walletNonce(Chance chance, HostileWorld world) {
    return form(chance, "wallet_nonce=" + encoded(HostileText.text(chance)));
  }

  private static HostileBody.Content walletResponse(Chance chance, HostileWorld world) {
    String field = chance.of(() -> "response", () -> "vp_token", () -> "error");
    String value =
        chance.of(
            () -> "{\"c\":[%s]}".formatted(HostileJson.value(chance)),
            () -> HostileText.text(chance),
            () -> HostileCredentials.code(chance));
    return form(chance, "state=s&" + field + "=" + encoded(value));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static HostileBody.Content form(Chance chance, String fields) {
    HostileBody.Content form = HostileBody.Content.of("application/x-www-form-urlencoded", fields);
    return chance.percent(25) ? HostileBody.garbled(chance, form) : form;
  }

  private static HostileBody.Content form(Chance chance, HostileWorld world) {
    String credential =
        chance.of(
            () -> HostileCredentials.verify(chance),
            () -> HostileText.text(chance),
            () -> HostileCredentials.code(chance));
    return form(chance, "credential=" + encoded(credential));
  }

  /** What redeems the code of an offer. */
  private static HostileBody.Content redemption(Chance chance, HostileWorld world) {
    String text = URLEncoder.encode(HostileText.text(chance), StandardCharsets.UTF_8);
    HostileBody.Content form =
        HostileBody.Content.of(
            "application/x-www-form-urlencoded",
            chance.percent(25)
                ? "grant_type=refresh_token&refresh_token=" + text
                : "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Apre-authorized_code"
                    + "&pre-authorized_code="
                    + text
                    + "&tx_code="
                    + URLEncoder.encode(HostileText.text(chance), StandardCharsets.UTF_8));
    return chance.percent(25) ? HostileBody.garbled(chance, form) : form;
  }

  /** The operations that have a row. */
  static Set<String> known() {
    return BODIES.keySet();
  }

  static HostileBody body(String operation) {
    return BODIES.get(operation);
  }

  /** What is described once more for a type is the same operation. */
  static List<Described> described(Endpoints suite) {
    List<Described> all = new ArrayList<>();
    JsonNode document = Client.withoutToken(suite).get("/api/docs/openapi.json").json();
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
        String operation = method.getValue().get("operationId").textValue();
        if (!operation.contains("-")) {
          all.add(
              new Described(
                  operation,
                  method.getKey().toUpperCase(java.util.Locale.ROOT),
                  path.getKey(),
                  queries(method.getValue())));
        }
      }
    }
    return all;
  }

  private static List<String> queries(JsonNode operation) {
    List<String> names = new ArrayList<>();
    for (JsonNode parameter : operation.path("parameters")) {
      if (parameter.path("in").asText().equals("query")) {
        names.add(parameter.get("name").textValue());
      }
    }
    return names;
  }

  /** A valid value of a variable of a path. */
  static String value(String variable, String operation, Targets targets) {
    return switch (variable) {
      case "type" -> operation.equals("attestClaim") ? targets.attestorType() : targets.type();
      case "id" ->
          switch (operation) {
            case "readImport", "readImportErrors" -> targets.importId();
            case "changeSchema", "deleteSchema" -> targets.draft();
            case "readCertificateTemplate", "previewCertificateTemplate" -> targets.template();
            default -> operation.contains("Schema") ? targets.schema() : targets.id();
          };
      case "property" -> operation.endsWith("Property") ? "address" : "papers";
      case "claimId" -> targets.claimId();
      case "documentId" -> targets.documentId();
      case "version", "other" -> "1";
      case "reference" -> targets.reference();
      case "file" -> operation.startsWith("verify") ? "verify.js" : "start.js";
      default -> "unknown";
    };
  }
}
