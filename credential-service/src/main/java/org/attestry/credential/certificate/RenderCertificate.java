package org.attestry.credential.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.vertx.core.Future;
import java.util.Optional;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CertificateOperations.RenderCertificateRequest;
import org.attestry.contracts.credential.CertificateOperations.RenderedCertificate;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.credential.template.MarkupTemplate;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.SchemaTitles;

/**
 * Renders what a caller may see of an entity or an attestation as a certificate. A type's own
 * template is used only for a credential that verifies. Otherwise the built-in one says what is
 * wrong, so that no template can hide it.
 */
public record RenderCertificate(
    Verifier verifier, CompiledTemplates templates, MakeCertificate make) {

  /** Verifies the credential of a certificate. */
  @FunctionalInterface
  public interface Verifier {
    Future<VerificationView> verify(VerifyCredentialRequest request, CallContext context);
  }

  /**
   * Fails INVALID for an unknown key or a template that cannot be rendered within the limits,
   * NOT_ACCEPTABLE for a form that the template does not have.
   */
  public Future<RenderedCertificate> handle(RenderCertificateRequest request, CallContext context) {
    CertificateForm form = CertificateForm.of(request.mediaType());
    Optional<PinnedTemplate> chosen =
        PinnedTemplate.choose(request.templates(), request.templateKey(), form);
    return state(request.credential(), context)
        .compose(
            state ->
                template(chosen, state, context)
                    .compose(
                        template ->
                            make.of(
                                () -> content(request, state), template, form, context.deadline())))
        .map(made -> new RenderedCertificate(made, form.mediaType()));
  }

  private Future<MarkupTemplate> template(
      Optional<PinnedTemplate> chosen, CertificateState state, CallContext context) {
    return chosen.isPresent() && state == CertificateState.VALID
        ? templates.find(chosen.get().id(), context.deadline())
        : Future.succeededFuture();
  }

  private Future<CertificateState> state(String signed, CallContext context) {
    if (signed == null) {
      return Future.succeededFuture(CertificateState.UNSIGNED);
    }
    if (signed.isEmpty()) {
      return Future.succeededFuture(CertificateState.REVOKED);
    }
    return verifier
        .verify(new VerifyCredentialRequest(JsonBytes.of(signed)).checksOnly(), context)
        .map(CertificateState::of);
  }

  private static MakeCertificate.Content content(
      RenderCertificateRequest request, CertificateState state) {
    String signed = request.credential();
    JsonNode credential =
        signed == null || signed.isEmpty()
            ? MissingNode.getInstance()
            : Json.parse(JsonBytes.of(signed));
    boolean subject = request.entity() == null;
    JsonNode definition =
        request.definition() == null ? Json.object() : Json.parse(request.definition());
    return new MakeCertificate.Content(
        request.entityType(),
        definition,
        SchemaTitles.of(definition, request.languages()),
        subject ? credential.path("credentialSubject") : Json.parse(request.entity()),
        subject,
        credential,
        signed,
        state);
  }
}
