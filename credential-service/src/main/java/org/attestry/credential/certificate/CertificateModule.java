package org.attestry.credential.certificate;

import static org.attestry.contracts.credential.CertificateOperations.CHECK_CERTIFICATE_TEMPLATES;
import static org.attestry.contracts.credential.CertificateOperations.DELETE_CERTIFICATE_TEMPLATE;
import static org.attestry.contracts.credential.CertificateOperations.LIST_CERTIFICATE_TEMPLATES;
import static org.attestry.contracts.credential.CertificateOperations.PREVIEW_CERTIFICATE_TEMPLATE;
import static org.attestry.contracts.credential.CertificateOperations.READ_CERTIFICATE_TEMPLATE;
import static org.attestry.contracts.credential.CertificateOperations.RENDER_CERTIFICATE;
import static org.attestry.contracts.credential.CertificateOperations.UPLOAD_CERTIFICATE_TEMPLATE;

import io.vertx.core.Future;
import java.util.concurrent.Callable;
import org.attestry.contracts.Deadline;
import org.attestry.credential.CredentialConfig;
import org.attestry.credential.Resources;
import org.attestry.credential.bus.BusPublishedTemplates;
import org.attestry.credential.key.KeyModule;
import org.attestry.credential.rendering.MarkupRenderer;
import org.attestry.credential.rendering.Renderers;
import org.attestry.credential.verify.VerifyModule;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.fair.FairQueue;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.service.ServiceModule;

/** Certificates, and the templates that an admin manages. */
public record CertificateModule(
    Resources resources,
    KeyModule keys,
    VerifyModule verification,
    Renderers renderers,
    Workers rendering,
    FairQueue longDocuments)
    implements ServiceModule {

  public static CertificateModule open(
      Resources resources, KeyModule keys, VerifyModule verification) {
    CredentialConfig.Certificate settings = resources.config().certificate();
    Renderers renderers = new Renderers(settings.limits());
    resources
        .service()
        .health()
        .detail("renderers", () -> Future.succeededFuture(renderers.counts()));
    return new CertificateModule(
        resources,
        keys,
        verification,
        renderers,
        new Workers(
            resources.vertx(),
            "credential-rendering",
            settings.threads(),
            settings.queue(),
            resources.meters()),
        new FairQueue(
            resources.vertx(),
            "credential-long-documents",
            FairQueue.Limits.of(Math.max(1, settings.threads() / 2), settings.queue()),
            FairQueue.Refusals.USUAL,
            resources.meters()));
  }

  @Override
  public void bind(BusServer server) {
    CredentialConfig config = resources.config();
    CertificateRenderer renderer = new MarkupRenderer(renderers);
    PgCertificateTemplates stored =
        new PgCertificateTemplates(resources.database(), config.certificate().templates());
    MakeCertificate make =
        new MakeCertificate(
            renderer,
            new RenderingQueues(rendering::run, this::runLong),
            new MakeCertificate.Settings(
                config.publicBase(), config.certificate().credentialInCode()));
    TemplateVersions versions =
        new TemplateVersions(stored, renderer, rendering::run, resources.clock());
    CompiledTemplates compiled = new CompiledTemplates(stored, rendering::run);
    ExampleCertificate example =
        new ExampleCertificate(make, keys.issuers().ownDid(), resources.clock());
    RenderCertificate render = new RenderCertificate(verification.verify()::handle, compiled, make);
    ManageCertificateTemplates templates =
        new ManageCertificateTemplates(
            stored, new BusPublishedTemplates(resources.client()), versions);
    RenderedExamples examples = new RenderedExamples(compiled, example, rendering::run);
    server
        .bind(RENDER_CERTIFICATE, render::handle)
        .bind(UPLOAD_CERTIFICATE_TEMPLATE, templates::uploadCertificateTemplate)
        .bind(LIST_CERTIFICATE_TEMPLATES, templates::listCertificateTemplates)
        .bind(READ_CERTIFICATE_TEMPLATE, templates::readCertificateTemplate)
        .bind(DELETE_CERTIFICATE_TEMPLATE, templates::deleteCertificateTemplate)
        .bind(
            PREVIEW_CERTIFICATE_TEMPLATE,
            new PreviewCertificateTemplate(stored, example, rendering::run)::handle)
        .bind(
            CHECK_CERTIFICATE_TEMPLATES,
            new CheckCertificateTemplates(stored, versions, resources.remote(), examples)::handle);
  }

  /** Runs work in a part of the places of certificates. */
  private <T> Future<T> runLong(Deadline deadline, Callable<T> work) {
    return longDocuments.run(deadline, () -> rendering.run(deadline, work));
  }

  @Override
  public Future<Void> close() {
    return rendering.close().onComplete(closed -> renderers.close());
  }
}
