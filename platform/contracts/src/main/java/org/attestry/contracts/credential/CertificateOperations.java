package org.attestry.contracts.credential;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.Violation;

/** The operations of credential-service about certificates and certificate templates. */
public final class CertificateOperations {

  /** Renders the caller's view of an entity as a certificate: for the gateway alone. */
  public static final Operation<RenderCertificateRequest, RenderedCertificate> RENDER_CERTIFICATE =
      Operation.of(
              "credential.renderCertificate.v1",
              RenderCertificateRequest.class,
              RenderedCertificate.class)
          .sentOnce();

  /** Stores the next version of a template, for an admin; an unchanged text stores nothing. */
  public static final Operation<UploadCertificateTemplateRequest, CertificateTemplate>
      UPLOAD_CERTIFICATE_TEMPLATE =
          Operation.of(
                  "credential.uploadCertificateTemplate.v1",
                  UploadCertificateTemplateRequest.class,
                  CertificateTemplate.class)
              .sentOnce();

  /** Lists the versions of templates without their texts, for an admin. */
  public static final Operation<ListCertificateTemplatesRequest, CertificateTemplatesView>
      LIST_CERTIFICATE_TEMPLATES =
          Operation.of(
              "credential.listCertificateTemplates.v1",
              ListCertificateTemplatesRequest.class,
              CertificateTemplatesView.class);

  public static final Operation<ReadCertificateTemplateRequest, CertificateTemplate>
      READ_CERTIFICATE_TEMPLATE =
          Operation.of(
              "credential.readCertificateTemplate.v1",
              ReadCertificateTemplateRequest.class,
              CertificateTemplate.class);

  /** Renders a template with an example of a type, for an admin. */
  public static final Operation<PreviewCertificateTemplateRequest, RenderedCertificate>
      PREVIEW_CERTIFICATE_TEMPLATE =
          Operation.of(
                  "credential.previewCertificateTemplate.v1",
                  PreviewCertificateTemplateRequest.class,
                  RenderedCertificate.class)
              .sentOnce();

  /**
   * Deletes a version that no published type uses, for an admin; replies with the deleted version.
   */
  public static final Operation<DeleteCertificateTemplateRequest, CertificateTemplate>
      DELETE_CERTIFICATE_TEMPLATE =
          Operation.of(
              "credential.deleteCertificateTemplate.v1",
              DeleteCertificateTemplateRequest.class,
              CertificateTemplate.class);

  /**
   * Resolves the addresses in {@code certificateTemplates} to the current versions, before a schema
   * is published, and renders each with an example of the type. For schema-service alone.
   */
  public static final Operation<CheckCertificateTemplatesRequest, CertificateTemplatesCheck>
      CHECK_CERTIFICATE_TEMPLATES =
          Operation.of(
                  "credential.checkCertificateTemplates.v1",
                  CheckCertificateTemplatesRequest.class,
                  CertificateTemplatesCheck.class)
              .sentOnce();

  private CertificateOperations() {}

  /**
   * @param entityType the type of the entity that the certificate is about
   * @param mediaType {@code text/html}, {@code application/pdf} or {@code image/svg+xml}
   * @param definition the type's draft-07 schema; null if unknown
   * @param entity the caller's view of the entity; null to render the subject of the credential
   * @param credential the signed credential as text; empty if it is revoked, null if there is none
   * @param templates key to the id of the version of each template that may be used
   * @param templateKey the key of the template to use; null for the default template of the media
   *     type
   * @param languages the languages that the reader prefers for titles, as in Accept-Language; null
   *     for none
   */
  public record RenderCertificateRequest(
      String entityType,
      String mediaType,
      JsonBytes definition,
      JsonBytes entity,
      String credential,
      Map<String, String> templates,
      String templateKey,
      String languages) {

    public RenderCertificateRequest {
      templates = templates == null ? Map.of() : Map.copyOf(templates);
    }

    public RenderCertificateRequest(
        String entityType,
        String mediaType,
        JsonBytes definition,
        JsonBytes entity,
        String credential,
        Map<String, String> templates,
        String templateKey) {
      this(entityType, mediaType, definition, entity, credential, templates, templateKey, null);
    }
  }

  /**
   * @param content the certificate's bytes
   * @param mediaType {@code text/html}, {@code application/pdf} or {@code image/svg+xml}
   * @param warnings of a preview: paths of the template that lead to no value; null for others
   */
  public record RenderedCertificate(byte[] content, String mediaType, List<Violation> warnings) {

    public RenderedCertificate(byte[] content, String mediaType) {
      this(content, mediaType, null);
    }
  }

  /**
   * A version of an uploaded template. Its text never changes.
   *
   * @param id the version's id
   * @param name the name by which schemas refer to the template, as {@code file:<name>}
   * @param version 1 or more; the largest is the newest
   * @param mediaType {@code text/html} or {@code image/svg+xml}
   * @param digest SHA-256 of the text in UTF-8, lower-case hex
   * @param template the text; null when the template is read as part of a list
   * @param warnings of an upload: paths of the template that lead to no value; null for others
   */
  public record CertificateTemplate(
      String id,
      String name,
      int version,
      String mediaType,
      String digest,
      Instant osCreatedAt,
      String template,
      List<Violation> warnings) {

    public CertificateTemplate(
        String id,
        String name,
        int version,
        String mediaType,
        String digest,
        Instant osCreatedAt,
        String template) {
      this(id, name, version, mediaType, digest, osCreatedAt, template, null);
    }

    public CertificateTemplate with(List<Violation> found) {
      return new CertificateTemplate(
          id, name, version, mediaType, digest, osCreatedAt, template, found);
    }
  }

  /**
   * @param name the name by which schemas refer to the template, {@code
   *     [A-Za-z0-9][A-Za-z0-9._-]{0,62}}
   * @param mediaType {@code text/html} or {@code image/svg+xml}
   * @param template HTML in XML syntax, or SVG, with {@code {{path}}}, {@code {{#each}}}, {@code
   *     {{#if}}} and {@code {{#unless}}}
   */
  public record UploadCertificateTemplateRequest(String name, String mediaType, String template) {}

  /**
   * Requests a page of versions, in the order of name and version.
   *
   * @param name the template whose versions to list; null for all templates
   */
  public record ListCertificateTemplatesRequest(String name, int limit, int offset) {}

  /**
   * @param totalCount number of versions on all pages
   * @param data the versions of this page, without texts
   */
  public record CertificateTemplatesView(long totalCount, List<CertificateTemplate> data) {

    public CertificateTemplatesView {
      data = List.copyOf(data);
    }
  }

  public record ReadCertificateTemplateRequest(String id) {}

  /**
   * @param mediaTypes some of {@code text/html}, {@code application/pdf} and {@code image/svg+xml},
   *     in order of preference
   * @param type the type's name; null for an example without a type
   * @param definition the type's draft-07 schema, which the example is made from
   */
  public record PreviewCertificateTemplateRequest(
      String id, List<String> mediaTypes, String type, JsonBytes definition) {

    public PreviewCertificateTemplateRequest {
      mediaTypes = mediaTypes == null ? List.of() : List.copyOf(mediaTypes);
    }
  }

  public record DeleteCertificateTemplateRequest(String id) {}

  /**
   * @param templates key to the address of a template
   * @param type the type's name; null if unknown
   * @param definition the type's draft-07 schema, which the example is made from; null if unknown
   */
  public record CheckCertificateTemplatesRequest(
      Map<String, String> templates, String type, JsonBytes definition) {

    public CheckCertificateTemplatesRequest {
      templates = Map.copyOf(templates);
    }
  }

  /**
   * @param versions key to the id of the version; meaningless if there are violations
   * @param violations with pointers into the templates of the request
   * @param warnings paths of the templates that lead to no value, with pointers into the templates
   *     of the request; their rule is {@code no-such-field} below the entity, else {@code
   *     no-such-value}
   */
  public record CertificateTemplatesCheck(
      Map<String, String> versions, List<Violation> violations, List<Violation> warnings) {

    public CertificateTemplatesCheck {
      versions = Map.copyOf(versions);
      violations = List.copyOf(violations);
      warnings = warnings == null ? List.of() : List.copyOf(warnings);
    }

    public CertificateTemplatesCheck(Map<String, String> versions, List<Violation> violations) {
      this(versions, violations, List.of());
    }
  }
}
