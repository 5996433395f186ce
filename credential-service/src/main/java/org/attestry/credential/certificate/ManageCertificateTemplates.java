package org.attestry.credential.certificate;

import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplate;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplatesView;
import org.attestry.contracts.credential.CertificateOperations.DeleteCertificateTemplateRequest;
import org.attestry.contracts.credential.CertificateOperations.ListCertificateTemplatesRequest;
import org.attestry.contracts.credential.CertificateOperations.ReadCertificateTemplateRequest;
import org.attestry.contracts.credential.CertificateOperations.UploadCertificateTemplateRequest;
import org.attestry.credential.call.Admins;
import org.attestry.credential.call.Page;
import org.attestry.credential.context.PublishedTemplates;
import org.attestry.runtime.identifier.Ids;

/**
 * Certificate templates that an admin uploads, lists, reads and deletes. Each operation fails
 * UNAUTHENTICATED without a token and FORBIDDEN for callers who are not admins. The text of a
 * version never changes, because published types are pinned to versions.
 */
public record ManageCertificateTemplates(
    PgCertificateTemplates stored, PublishedTemplates published, TemplateVersions versions) {

  /**
   * Stores the next version of a name; a text equal to the newest version stores nothing. Fails
   * INVALID with pointers into the request and lines of the template, CONFLICT if the name has
   * another media type or the number of versions has reached its limit.
   */
  public Future<CertificateTemplate> uploadCertificateTemplate(
      UploadCertificateTemplateRequest request, CallContext context) {
    requireAdmin(context);
    if (request.name() == null || !TemplateRules.isName(request.name())) {
      throw TemplateRules.invalid(
          "/name",
          "name",
          "Send a name of 1 to 63 letters, digits, '.', '_' and '-', with a letter or digit"
              + " first.");
    }
    return versions.store(request, context.deadline());
  }

  /** Fails INVALID for a page of more than 1,000. */
  public Future<CertificateTemplatesView> listCertificateTemplates(
      ListCertificateTemplatesRequest request, CallContext context) {
    requireAdmin(context);
    Page.require(request.limit(), request.offset(), TemplateRules.INVALID);
    return stored
        .list(request.name(), request.limit(), request.offset())
        .map(page -> new CertificateTemplatesView(page.total(), page.rows()));
  }

  /** Fails NOT_FOUND for an unknown id. */
  public Future<CertificateTemplate> readCertificateTemplate(
      ReadCertificateTemplateRequest request, CallContext context) {
    requireAdmin(context);
    return find(stored, request.id());
  }

  /** Fails NOT_FOUND for an unknown id, CONFLICT while a published type uses the version. */
  public Future<CertificateTemplate> deleteCertificateTemplate(
      DeleteCertificateTemplateRequest request, CallContext context) {
    requireAdmin(context);
    return find(stored, request.id())
        .compose(
            found ->
                published
                    .typeWithCertificate(PinnedTemplate.of(found).text(), context)
                    .compose(type -> delete(found, type)));
  }

  private Future<CertificateTemplate> delete(CertificateTemplate template, String type) {
    if (type != null) {
      throw inUse("The published type %s has it: publish its schema with another.".formatted(type));
    }
    return stored
        .deleteUnreserved(UUID.fromString(template.id()))
        .compose(
            deleted -> {
              if (!deleted) {
                throw inUse(
                    "A schema that names it may be about to be published: try again in two"
                        + " minutes.");
              }
              return Future.succeededFuture(template);
            });
  }

  private static FailureException inUse(String why) {
    return FailureException.conflict("credential.template.used", "The template is in use. " + why);
  }

  static void requireAdmin(CallContext context) {
    Admins.require(context, "template");
  }

  static Future<CertificateTemplate> find(PgCertificateTemplates stored, String id) {
    UUID parsed =
        Optional.ofNullable(id)
            .flatMap(Ids::parse)
            .orElseThrow(ManageCertificateTemplates::unknown);
    return stored.find(parsed).map(found -> found.orElseThrow(ManageCertificateTemplates::unknown));
  }

  private static FailureException unknown() {
    return FailureException.notFound(
        "credential.template.not-found", "There is no certificate template of this id.");
  }
}
