package org.attestry.schema.bus;

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
import org.attestry.schema.lint.Templates;

/** Has credential-service check templates, over the bus. */
public record BusTemplates(BusClient bus) implements Templates {

  @Override
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

  @Override
  public Future<Void> registerIssuers(List<JsonBytes> templates, CallContext context) {
    return bus.request(
            IssuerOperations.REGISTER_ISSUERS, new RegisterIssuersRequest(templates), context)
        .mapEmpty();
  }

  @Override
  public Future<CertificateTemplatesCheck> certificates(
      Map<String, String> templates, EntityType type, CallContext context) {
    return bus.request(
        CertificateOperations.CHECK_CERTIFICATE_TEMPLATES,
        new CheckCertificateTemplatesRequest(templates, type.name(), type.definition()),
        context);
  }
}
