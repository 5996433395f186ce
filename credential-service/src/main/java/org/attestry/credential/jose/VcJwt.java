package org.attestry.credential.jose;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.credential.draft.CredentialDraft;
import org.attestry.credential.proof.Proofs.Opened;
import org.attestry.credential.suite.VcJwtSuite;
import org.attestry.runtime.json.Json;

/**
 * A credential or presentation in a JWT (W3C Securing Verifiable Credentials using JOSE and COSE
 * 1.0, section 3.1): the payload is the document, beside which registered claims may stand. A
 * presentation may also be the claim {@code vp} of a JWT (W3C Verifiable Credentials Data Model
 * 1.1, section 6.3.1).
 *
 * @param jws with the document as its payload
 */
public record VcJwt(Form form, Jws jws) {

  /** The content of a JWT. */
  public enum Form {
    CREDENTIAL("vc+jwt", "EnvelopedVerifiableCredential"),
    PRESENTATION("vp+jwt", "EnvelopedVerifiablePresentation");

    private final String type;
    private final String enveloped;

    Form(String type, String enveloped) {
      this.type = type;
      this.enveloped = enveloped;
    }

    /** The header's {@code typ}: the media type without {@code application/}. */
    public String type() {
      return type;
    }

    private String mediaType() {
      return "application/" + type;
    }

    /** The beginning of an envelope's {@code id}. */
    private String data() {
      return "data:" + mediaType() + ",";
    }
  }

  private static final Pattern COMPACT =
      Pattern.compile("[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*");
  private static final String CONTEXT = "https://www.w3.org/ns/credentials/v2";
  private static final Set<String> MEMBERS = Set.of("@context", "id", "type");

  /** The reason for a JWT that identifies its key by a certificate. */
  static final String CERTIFICATE = "form.unsupported:x5c";

  /** The claim with the verifier's challenge, which the holder of a presentation repeats. */
  public static final String NONCE = "nonce";

  /** The claim with the verifier that a presentation is for. */
  public static final String AUDIENCE = "aud";

  private static final String PRESENTATION = "vp";
  private static final Set<String> UNTYPED = Set.of("", "jwt");

  /**
   * Opens an envelope: the text of a JWT, or its form in the data model (W3C Verifiable Credentials
   * Data Model 2.0, section 4.13). Empty for any other value.
   */
  public static Optional<Opened> opened(JsonNode sent, Form form) {
    if (sent.isObject() && isEnveloped(sent.path("type"), form)) {
      return Optional.of(ofEnvelope(sent, form));
    }
    return sent.isTextual() && isOne(sent.textValue(), form)
        ? Optional.of(ofText(sent.textValue(), form))
        : Optional.empty();
  }

  private static boolean isEnveloped(JsonNode type, Form form) {
    for (JsonNode one : type.isArray() ? type : List.of(type)) {
      if (one.asText().equals(form.enveloped)) {
        return true;
      }
    }
    return false;
  }

  /** Refuses further members, because no signature covers them. */
  private static Opened ofEnvelope(JsonNode sent, Form form) {
    if (!isBare(sent, form)) {
      return refused(Status.NOK, "envelope.members");
    }
    String id = sent.get("id").isTextual() ? sent.get("id").textValue() : "";
    if (!id.startsWith(form.data())) {
      return refused(Status.UNKNOWN, "form.unsupported:envelope");
    }
    String text = id.substring(form.data().length());
    return isOne(text, form) ? ofText(text, form) : refused(Status.UNKNOWN, "form.unsupported:jwt");
  }

  private static boolean isBare(JsonNode sent, Form form) {
    Set<String> members = new TreeSet<>();
    sent.fieldNames().forEachRemaining(members::add);
    return members.equals(MEMBERS)
        && equalsText(sent.get("@context"), CONTEXT)
        && equalsText(sent.get("type"), form.enveloped);
  }

  /** Returns the text in an envelope for credentials of another media type. */
  static Optional<String> otherText(JsonNode sent, String mediaType) {
    String data = "data:" + mediaType + ",";
    return isBare(sent, Form.CREDENTIAL) && sent.get("id").asText().startsWith(data)
        ? Optional.of(sent.get("id").textValue().substring(data.length()))
        : Optional.empty();
  }

  private static boolean equalsText(JsonNode value, String text) {
    JsonNode one = value.isArray() && value.size() == 1 ? value.get(0) : value;
    return one.isTextual() && one.textValue().equals(text);
  }

  private static Opened ofText(String text, Form form) {
    try {
      VcJwt jwt = parse(text, form);
      return Jws.isNamedByCertificate(jwt.jws.header())
          ? refused(Status.UNKNOWN, CERTIFICATE)
          : new Opened(jwt.withProof(), null);
    } catch (InvalidProofException e) {
      return refused(Status.NOK, e.reason());
    }
  }

  private static Opened refused(Status status, String reason) {
    return new Opened(null, new Check("proof", status, reason));
  }

  /** Says whether a text is a JWT whose header names this form. */
  private static boolean isOne(String text, Form form) {
    if (!COMPACT.matcher(text).matches()) {
      return false;
    }
    try {
      String encoded = text.substring(0, text.indexOf('.'));
      JsonNode type = DetachedJws.header(DetachedJws.decode(encoded)).path("typ");
      String name = type.isTextual() ? type.textValue().toLowerCase(Locale.ROOT) : "";
      return name.equals(form.type)
          || name.equals(form.mediaType())
          || form == Form.PRESENTATION && UNTYPED.contains(name) && hasPresentation(text);
    } catch (InvalidProofException e) {
      return false;
    }
  }

  private static boolean hasPresentation(String text) {
    return Jws.object(text.split("\\.", -1)[1], "jwt.malformed").path(PRESENTATION).isObject();
  }

  /** Says whether the document is a claim of the payload. */
  public boolean isClaim() {
    return form == Form.PRESENTATION
        && UNTYPED.contains(jws.header().path("typ").asText().toLowerCase(Locale.ROOT));
  }

  /**
   * @throws InvalidProofException if the text is no JWT of this form
   */
  public static VcJwt parse(String text, Form form) {
    if (!isOne(text, form)) {
      throw new InvalidProofException("jwt.malformed");
    }
    String[] parts = text.split("\\.", -1);
    ObjectNode payload = Jws.object(parts[1], "jwt.malformed");
    if (payload.has("proof")) {
      throw new InvalidProofException("jwt.proof");
    }
    ObjectNode header = Jws.object(parts[0], "jwt.malformed");
    String input = parts[0] + "." + parts[1];
    return new VcJwt(form, new Jws(header, payload, input, DetachedJws.decode(parts[2])));
  }

  /** Returns the form of a credential in a JWT in the data model. */
  public static ObjectNode enveloped(String jwt) {
    return Json.object()
        .put("@context", CONTEXT)
        .put("id", Form.CREDENTIAL.data() + jwt)
        .put("type", Form.CREDENTIAL.enveloped);
  }

  /** Returns the JWT in a form that {@link #enveloped} made. */
  public static String text(ObjectNode enveloped) {
    return enveloped.get("id").textValue().substring(Form.CREDENTIAL.data().length());
  }

  /** Returns the document without the claims beside it. */
  public ObjectNode document() {
    if (isClaim()) {
      return ((ObjectNode) jws.payload().get(PRESENTATION)).deepCopy();
    }
    ObjectNode document = jws.payload().deepCopy();
    document.remove(CredentialDraft.JWT_CLAIMS);
    if (form == Form.PRESENTATION) {
      document.remove(List.of(NONCE, AUDIENCE));
    }
    return document;
  }

  /** Returns the document with the JWT as its proof, which {@link VcJwtSuite} verifies. */
  private ObjectNode withProof() {
    ObjectNode document = document();
    document
        .putObject("proof")
        .put("type", form.type)
        .put("alg", jws.header().path("alg").asText())
        .put("verificationMethod", jws.header().path("kid").asText())
        .put("jwt", jws.text());
    return document;
  }

  /** Returns all values of a claim of the payload or of the header. */
  public List<JsonNode> claims(String name) {
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode place : List.of(jws.header(), jws.payload())) {
      if (place.has(name)) {
        found.add(place.get(name));
      }
    }
    return found;
  }

  /**
   * Returns the dates in a claim (RFC 7519, NumericDate), in whole seconds of the years 1970 to
   * 9999.
   *
   * @throws InvalidProofException if a value is no such date
   */
  public List<String> dates(String name) {
    return claims(name).stream().map(Jws::date).toList();
  }
}
