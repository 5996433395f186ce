package org.attestry.credential.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.ValidityEnd;

/** Makes the data that fill a certificate's template. */
final class CertificateModel {

  static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH);

  /** The names of the data, in every state. */
  static final Set<String> VALUES =
      Set.of(
          ("type title state stateText stateColour checkedOn entity credential issuer issuerName"
                  + " issuedOn expiresOn credentialId verifyUrl headline fields lines codeY footY"
                  + " height frame qr largeCode valid expired not_yet_valid revoked suspended"
                  + " invalid unsigned example")
              .split(" "));

  private static final String DID_WEB = "did:web:";
  private static final String UUID = "urn:uuid:";
  private static final List<String> NAMES = List.of("name", "fullName", "title");
  private static final int LINE = 60;
  private static final int FIRST_LINE = 200;
  private static final int LINE_HEIGHT = 34;

  private CertificateModel() {}

  /**
   * @param base the gateway's public address
   */
  static ObjectNode of(MakeCertificate.Content content, String base) {
    ObjectNode model = Json.object();
    CertificateState state = content.state();
    JsonNode credential = content.credential();
    model.put("type", content.type());
    model.put("title", CertificateFields.label(content.titles(), List.of(), content.type()));
    model.put("state", state.name()).put("stateText", state.sentence());
    model.put("stateColour", state == CertificateState.VALID ? "#14532d" : "#8f1010");
    model.put(state.name().toLowerCase(Locale.ROOT), true);
    model.put("checkedOn", DAY.format(Instant.now().atOffset(ZoneOffset.UTC)));
    model.set("entity", content.entity());
    model.set("credential", credential.isMissingNode() ? model.objectNode() : credential);
    issuance(model, credential);
    String id = credential.path("id").asText("");
    if (!id.isEmpty()) {
      model.put("credentialId", id);
      model.put(
          "verifyUrl", base + "/verify/" + URLEncoder.encode(number(id), StandardCharsets.UTF_8));
    }
    fields(model, content);
    return model;
  }

  private static void issuance(ObjectNode model, JsonNode credential) {
    JsonNode issuer = credential.path("issuer");
    String did = (issuer.isObject() ? issuer.path("id") : issuer).asText("");
    model.put("issuer", did);
    model.put("issuerName", issuer.path("name").asText(host(did)));
    instant(first(credential.path("proof")), "created")
        .or(() -> instant(credential, "validFrom", "issuanceDate"))
        .ifPresent(at -> model.put("issuedOn", DAY.format(at.atOffset(ZoneOffset.UTC))));
    expiry(credential)
        .ifPresent(at -> model.put("expiresOn", DAY.format(at.atOffset(ZoneOffset.UTC))));
  }

  /** Returns the proof, or the first of several. */
  private static JsonNode first(JsonNode proof) {
    return proof.isArray() ? proof.path(0) : proof;
  }

  /** Returns the host of a did:web (W3C CCG did:web, section 3.1), and another DID unchanged. */
  private static String host(String did) {
    return did.startsWith(DID_WEB)
        ? did.substring(DID_WEB.length()).split(":", 2)[0].replace("%3A", ":")
        : did;
  }

  /**
   * Returns the UUID of a {@code urn:uuid:}, which makes the address shorter and its QR code
   * coarser.
   */
  private static String number(String id) {
    return id.startsWith(UUID) ? id.substring(UUID.length()) : id;
  }

  static Optional<Instant> expiry(JsonNode credential) {
    return ValidityEnd.of(credential).flatMap(CertificateModel::instant);
  }

  private static Optional<Instant> instant(JsonNode credential, String... names) {
    return Stream.of(names)
        .map(credential::path)
        .filter(JsonNode::isTextual)
        .map(JsonNode::textValue)
        .flatMap(text -> instant(text).stream())
        .findFirst();
  }

  /** Returns the time; empty for a text that is no time. */
  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static void fields(ObjectNode model, MakeCertificate.Content content) {
    JsonNode entity = content.entity();
    ArrayNode fields = CertificateFields.of(content);
    lines(model, fields);
    String name =
        NAMES.stream()
            .map(entity::path)
            .filter(JsonNode::isTextual)
            .map(JsonNode::textValue)
            .findFirst()
            .orElse(null);
    for (Iterator<JsonNode> each = fields.iterator(); name != null && each.hasNext(); ) {
      JsonNode field = each.next();
      if (field.path("value").textValue().equals(name)) {
        model.set("headline", field);
        each.remove();
        break;
      }
    }
    model.set("fields", fields);
  }

  /** Cuts values to one line, because SVG does not break lines. */
  private static void lines(ObjectNode model, ArrayNode fields) {
    ArrayNode lines = model.putArray("lines");
    int y = FIRST_LINE;
    for (JsonNode field : fields) {
      lines
          .addObject()
          .put("y", y)
          .put("label", cut(field.get("label").textValue(), LINE / 2))
          .put("value", cut(field.get("value").textValue(), LINE));
      y += LINE_HEIGHT;
    }
    model.put("codeY", y).put("footY", y + LINE_HEIGHT).put("height", y + 170);
    model.put("frame", y + 146);
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }
}
