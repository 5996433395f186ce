package org.attestry.schema.publication;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.fair.Workers;
import org.attestry.schema.change.TypeChange;
import org.attestry.schema.document.DocumentCheck;
import org.attestry.schema.document.DocumentLimits;
import org.attestry.schema.document.Findings;
import org.attestry.schema.document.Library;
import org.attestry.schema.document.SchemaDocument;
import org.attestry.schema.lint.BusTemplates;
import org.attestry.schema.lint.Linter;
import org.attestry.schema.lint.TemplateUse;
import org.attestry.schema.lint.UnknownAttestors;
import org.attestry.schema.lint.UnknownPlaceholders;
import org.attestry.schema.stored.LibraryVersion;
import org.attestry.schema.stored.PgSchemaStore;
import org.attestry.schema.stored.Schema;
import org.attestry.schema.stored.SchemaFailures;

/**
 * Compiles a document's text to the entity types that it publishes. The work runs on worker
 * threads, before the lock is acquired, and each part of it has a budget.
 */
public final class PublicationCompiler {

  private final PgSchemaStore store;
  private final DocumentCheck check;
  private final Linter linter;
  private final Workers workers;
  private final BusTemplates templates;
  private final TemplateChecks templateChecks;
  private final CertificateVersions certificates;

  public PublicationCompiler(
      PgSchemaStore store,
      DocumentCheck check,
      Linter linter,
      Workers workers,
      BusTemplates templates) {
    this.store = store;
    this.check = check;
    this.linter = linter;
    this.workers = workers;
    this.templates = templates;
    this.templateChecks = new TemplateChecks(templates);
    this.certificates = new CertificateVersions(templates);
  }

  /** Runs work over documents on a worker thread, with a new budget. */
  public <T> Future<T> work(CallContext context, Function<Budget, T> work) {
    return workers.run(
        context.deadline(),
        () ->
            work.apply(
                new Budget(
                    context.deadline(), DocumentLimits.STEPS, DocumentLimits.TOO_MUCH_WORK)));
  }

  /** Parses a document that a client sent; fails INVALID if it is not even valid as a draft. */
  Future<SchemaDocument> read(String name, String text, CallContext context) {
    return work(
        context,
        budget -> {
          Findings findings = new Findings(budget);
          SchemaDocument document = check.read(name, text, findings);
          if (findings.refused()) {
            throw SchemaFailures.invalidDocument(findings.violations());
          }
          return document;
        });
  }

  /** Compiles a document with the current versions of all documents that it references. */
  Future<LintReport> lint(UUID id, SchemaDocument document, CallContext context) {
    return complete(id, document, new FetchedSchemas(Map.of(), Map.of(), Set.of()), context)
        .compose(
            fetched ->
                work(
                    context,
                    budget -> {
                      Findings findings = new Findings(budget);
                      Library library = new Library(document, fetched.documents());
                      List<EntityType> types = linter.lint(id, library, findings);
                      Publication publication =
                          new Publication(types, fetched.versions(), findings.warnings());
                      return new LintReport(publication, findings.violations(), findings.all());
                    }))
        .compose(report -> withUnknownAttestors(report, document, context));
  }

  private Future<LintReport> withUnknownAttestors(
      LintReport report, SchemaDocument document, CallContext context) {
    return report.violations().isEmpty()
        ? UnknownAttestors.of(report.publication().types(), document, store, linter.reserved())
            .compose(
                unknown ->
                    unknown.byPointer().isEmpty()
                        ? Future.succeededFuture(report)
                        : work(context, unknown::warnings).map(report::with))
        : Future.succeededFuture(report);
  }

  /**
   * Checks the credential templates and returns the publication with their warnings; fails
   * UNPROCESSABLE with pointers into the templates that no credential can be made with.
   */
  Future<Publication> checkTemplates(
      Publication publication, SchemaDocument document, CallContext context) {
    return templateChecks
        .check(publication, document, context)
        .compose(
            templates ->
                templates.isEmpty()
                    ? Future.succeededFuture(publication)
                    : work(context, budget -> UnknownPlaceholders.warnings(templates, budget))
                        .map(unknown -> publication.with(unknown.and(warnings(templates)))));
  }

  /**
   * Registers the issuers that the credential templates name, before the publication is written:
   * their DID documents are there once it is.
   */
  Future<Void> registerIssuers(Publication publication, CallContext context) {
    List<JsonBytes> all = publication.credentialTemplates();
    return all.isEmpty() ? Future.succeededFuture() : templates.registerIssuers(all, context);
  }

  /**
   * Collects the warnings of the templates, without the duplicates of a template that types share.
   */
  private static List<Violation> warnings(List<TemplateUse.Checked> templates) {
    return templates.stream().flatMap(one -> one.warnings().stream()).distinct().toList();
  }

  /**
   * Returns the publication with the current versions of its certificate templates; fails
   * UNPROCESSABLE with pointers to the templates that are missing.
   */
  Future<Publication> pinCertificates(
      Publication publication, SchemaDocument document, CallContext context) {
    return certificates.pin(publication, document, context);
  }

  /** Compares the old and the new definition of each type that is not removed. */
  Future<List<TypeChange>> compare(
      List<EntityType> before,
      Publication publication,
      SchemaDocument document,
      CallContext context) {
    return work(
        context,
        budget -> {
          Map<String, EntityType> after = new HashMap<>();
          publication.types().forEach(type -> after.put(type.name(), type));
          List<TypeChange> changes = new ArrayList<>();
          for (EntityType old : before) {
            if (after.containsKey(old.name())) {
              changes.add(TypeChange.of(old, after.get(old.name()), document, budget));
            }
          }
          return changes;
        });
  }

  /**
   * Referenced documents.
   *
   * @param documents the documents by their names in references
   * @param versions the schema version that each name resolves to
   * @param requested all names that were searched
   */
  private record FetchedSchemas(
      Map<String, SchemaDocument> documents,
      Map<String, LibraryVersion> versions,
      Set<String> requested) {}

  /** Fetches referenced documents, and those that they reference, until none is missing. */
  private Future<FetchedSchemas> complete(
      UUID own, SchemaDocument document, FetchedSchemas known, CallContext context) {
    return work(context, budget -> missing(document, known, budget))
        .compose(
            names ->
                names.isEmpty()
                    ? Future.succeededFuture(known)
                    : fetch(own, names, known, context)
                        .compose(more -> complete(own, document, more, context)));
  }

  private static Set<String> missing(SchemaDocument document, FetchedSchemas known, Budget budget) {
    Set<String> names = new Library(document, known.documents()).missing(budget);
    names.removeAll(known.requested());
    DocumentLimits.requireLibraries(known.requested().size() + names.size());
    return names;
  }

  private Future<FetchedSchemas> fetch(
      UUID own, Set<String> names, FetchedSchemas known, CallContext context) {
    Set<String> requested = new HashSet<>(known.requested());
    requested.addAll(names);
    return store
        .libraries(names, own)
        .compose(
            versions -> {
              Map<String, LibraryVersion> all = new HashMap<>(known.versions());
              all.putAll(versions);
              DocumentLimits.requireLibraryCharacters(
                  all.values().stream().mapToLong(LibraryVersion::characters).sum());
              return documents(versions, known.documents(), context)
                  .map(documents -> new FetchedSchemas(documents, all, requested));
            });
  }

  private Future<Map<String, SchemaDocument>> documents(
      Map<String, LibraryVersion> versions,
      Map<String, SchemaDocument> known,
      CallContext context) {
    return store
        .documents(versions.values())
        .compose(
            found ->
                work(
                    context,
                    budget -> {
                      Map<String, SchemaDocument> all = new HashMap<>(known);
                      versions.forEach(
                          (name, version) -> {
                            Schema schema = found.get(version.id());
                            if (schema == null || schema.version() != version.version()) {
                              throw SchemaFailures.changedMeanwhile();
                            }
                            all.put(name, SchemaDocument.stored(schema.name(), schema.document()));
                          });
                      return all;
                    }));
  }
}
