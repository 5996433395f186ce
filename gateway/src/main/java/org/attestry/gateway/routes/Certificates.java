package org.attestry.gateway.routes;

import static org.attestry.contracts.credential.CertificateOperations.RENDER_CERTIFICATE;
import static org.attestry.contracts.schema.SchemaOperations.READ_TYPE;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CertificateOperations.RenderCertificateRequest;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaOperations.ReadTypeRequest;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Reply;

/** Certificates: data that a caller may read, rendered as HTML, SVG or PDF. */
final class Certificates {

  /** The header that names one of a type's templates. */
  private static final String KEY = "template-key";

  /** The header that names the languages of titles (RFC 9110, section 12.5.4). */
  private static final String LANGUAGE = "accept-language";

  private static final List<String> FORMS =
      List.of("text/html", "application/pdf", "image/svg+xml");
  private static final String DRAWS_ONLY =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:;"
          + " frame-ancestors 'none'";

  private Certificates() {}

  /**
   * Returns the media type that the client prefers, if it is one of a certificate.
   *
   * @throws org.attestry.contracts.FailureException INVALID when the client names a template and
   *     prefers another media type
   */
  static Optional<String> wanted(Call call) {
    Optional<String> form = call.preferred().stream().findFirst().filter(FORMS::contains);
    if (form.isEmpty() && call.header(KEY) != null) {
      throw FailureException.invalid(
          "gateway.header",
          "",
          KEY,
          "The header template-key chooses the template of a certificate: accept one of %s, or"
                  .formatted(String.join(", ", FORMS))
              + " leave it out.");
    }
    return form;
  }

  /**
   * @param entity the entity as the caller may read it
   * @param credential the signed credential, empty for a revoked one, null for none
   */
  static Future<Reply> ofEntity(Call call, String form, JsonBytes entity, String credential) {
    return type(call)
        .compose(
            type ->
                render(call, form, type, entity, credential, type.config().certificateTemplates()));
  }

  /**
   * @param policy the name of the attestation's policy
   * @param credential the signed credential over the attested data
   */
  static Future<Reply> ofAttestation(Call call, String form, String policy, String credential) {
    return type(call)
        .compose(type -> render(call, form, type, null, credential, templates(call, type, policy)));
  }

  private static Future<EntityType> type(Call call) {
    return call.request(READ_TYPE, new ReadTypeRequest(call.type()));
  }

  /**
   * Returns the policy's templates; if it has none and the client names one, those of the type,
   * which are made for its entities.
   */
  private static Map<String, String> templates(Call call, EntityType type, String policy) {
    Map<String, String> own =
        type.config().attestationPolicies().stream()
            .filter(one -> one.name().equals(policy))
            .findFirst()
            .map(one -> one.certificateTemplates())
            .orElse(Map.of());
    return own.isEmpty() && call.header(KEY) != null ? type.config().certificateTemplates() : own;
  }

  private static Future<Reply> render(
      Call call,
      String form,
      EntityType type,
      JsonBytes entity,
      String credential,
      Map<String, String> templates) {
    var request =
        new RenderCertificateRequest(
            call.type(),
            form,
            type.definition(),
            entity,
            credential,
            templates,
            call.header(KEY),
            call.header(LANGUAGE));
    return call.request(RENDER_CERTIFICATE, request)
        .map(rendered -> reply(rendered.content(), form));
  }

  /** Returns a certificate with a policy under which nothing in it is executed. */
  static Reply reply(byte[] content, String form) {
    String type = form.equals("text/html") ? form + "; charset=utf-8" : form;
    return Reply.document(
        200,
        JsonBytes.of(content),
        Map.of(
            "content-type",
            type,
            "content-security-policy",
            DRAWS_ONLY,
            "vary",
            "accept, %s, %s".formatted(KEY, LANGUAGE)));
  }
}
