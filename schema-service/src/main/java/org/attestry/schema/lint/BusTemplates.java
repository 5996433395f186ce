package org.attestry.schema.lint;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CertificateOperations;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplatesCheck;
import org.attestry.contracts.credential.CertificateOperations.CheckCertificateTemplatesRequest;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.CheckTemplateRequest;
import org.attestry.contracts.credential.CredentialOperations.TemplateCheck;
import org.attestry.contracts.credential.IssuerOperations;
import org.attestry.contracts.credential.IssuerOperations.RegisterIssuersRequest;
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.bus.BusClient;

/** Has credential-service check templates. */
public record BusTemplates(BusClient bus) {

  /**
   * Returns why no credential can be made with a template, or the values that the template reads,
   * with pointers into the template; fails UNAVAILABLE if credential-service is unavailable.
   *
   * @param definition the schema of the entities that fill the template
   * @param attestationProperties alias to path of the attested values that fill the template; null
   *     if the entity fills it
   * @param signedFields the only fields of the entity that a credential may contain; empty for all
   */
  public Future<TemplateCheck> check(
      JsonBytes template,
      JsonBytes definition,
      Map<String, FieldPath> attestationProperties,
      List<FieldPath> signedFields,
      CallContext context) {
    CheckTemplateRequest request =
        new CheckTemplateRequest(template, definition, attestationProperties, signedFields);
    return bus.request(CredentialOperations.CHECK_TEMPLATE, request, context);
  }

  /**
   * Registers the issuers that templates name; fails CONFLICT if there would be too many,
   * UNAVAILABLE if credential-service is unavailable.
   */
  public Future<Void> registerIssuers(List<JsonBytes> templates, CallContext context) {
    return bus.request(
            IssuerOperations.REGISTER_ISSUERS, new RegisterIssuersRequest(templates), context)
        .mapEmpty();
  }

  /**
   * Resolves addresses of certificate templates to their current versions, and renders each with an
   * example of the type; fails UNAVAILABLE if credential-service is unavailable.
   *
   * @param templates key to address
   */
  public Future<CertificateTemplatesCheck> certificates(
      Map<String, String> templates, EntityType type, CallContext context) {
    return bus.request(
        CertificateOperations.CHECK_CERTIFICATE_TEMPLATES,
        new CheckCertificateTemplatesRequest(templates, type.name(), type.definition()),
        context);
  }
}
