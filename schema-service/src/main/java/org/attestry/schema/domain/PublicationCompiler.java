package org.attestry.schema.domain;

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
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.work.Budget;
import org.attestry.runtime.work.Workers;
import org.attestry.schema.domain.SchemaStore.Writing;
import org.attestry.schema.domain.change.TypeChange;
import org.attestry.schema.domain.document.DocumentCheck;
import org.attestry.schema.domain.document.DocumentLimits;
import org.attestry.schema.domain.document.Findings;
import org.attestry.schema.domain.document.Library;
import org.attestry.schema.domain.document.SchemaDocument;

/**
 * From a document's text to the entity types that it publishes. The work is done by threads of its
 * own and before any lock is taken; each piece of it has a budget, so that no document holds a
 * thread for longer than another.
 */
public final class PublicationCompiler {

  private final SchemaStore store;
  private final DocumentCheck check;
  private final Linter linter;
  private final Workers workers;
  private final TemplateTrial trial;

  public PublicationCompiler(
      SchemaStore store, DocumentCheck check, Linter linter, Workers workers, Templates templates) {
    this.store = store;
    this.check = check;
    this.linter = linter;
    this.workers = workers;
    this.trial = new TemplateTrial(templates);
  }

  /** Runs work over documents within a budget of its own. */
  <T> Future<T> work(CallContext context, Function<Budget, T> work) {
    return workers.run(
        context.deadline(),
        () ->
            work.apply(
                new Budget(
                    context.deadline(), DocumentLimits.STEPS, DocumentLimits.TOO_MUCH_WORK)));
  }

  /**
   * The document that a client sent; fails with INVALID when it cannot be one, not even a draft.
   */
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

  /**
   * What a document would become, and what is to be said of it, with everything that it references
   * as it is now.
   */
  Future<LintReport> lint(UUID id, SchemaDocument document, CallContext context) {
    return complete(id, document, new Fetched(Map.of(), Map.of(), Set.of(), 0), context)
        .compose(
            fetched ->
                work(
                    context,
                    budget -> {
                      Findings findings = new Findings(budget);
                      Library library = new Library(document, fetched.documents());
                      List<EntityType> types = linter.lint(id, library, findings);
                      return LintReport.of(types, fetched.versions(), findings);
                    }));
  }

  /**
   * The same, once credentials can be made with all templates; fails UNPROCESSABLE with pointers
   * into those that none can be made with.
   */
  Future<Publication> tryTemplates(
      Publication publication, SchemaDocument document, CallContext context) {
    return trial.of(publication, document, context);
  }

  /** What becomes of each type that stays. */
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
   * Fails when the publication cannot be written: with the conflict that makes a caller look again
   * when a referenced document is no longer what it was, with another one when another schema has
   * published a type of the same name.
   */
  static Future<Void> unlessMovedOrTaken(Writing writing, UUID id, Publication publication) {
    return writing
        .libraries(publication.libraries().keySet(), id)
        .compose(
            libraries -> {
              if (!libraries.equals(publication.libraries())) {
                throw SchemaFailures.moved();
              }
              return writing.publishedByOthers(publication.typeNames(), id);
            })
        .map(
            taken -> {
              if (!taken.isEmpty()) {
                throw SchemaFailures.typesTaken(taken);
              }
              return null;
            });
  }

  /**
   * Referenced documents.
   *
   * @param documents by the name that references use
   * @param versions which version of which schema each name means
   * @param asked all names that were looked for
   * @param characters of all documents
   */
  private record Fetched(
      Map<String, SchemaDocument> documents,
      Map<String, LibraryVersion> versions,
      Set<String> asked,
      long characters) {}

  /** Fetches what is referenced, and what that references, until nothing is new. */
  private Future<Fetched> complete(
      UUID own, SchemaDocument document, Fetched known, CallContext context) {
    return work(context, budget -> missing(document, known, budget))
        .compose(
            names ->
                names.isEmpty()
                    ? Future.succeededFuture(known)
                    : fetch(own, names, known, context)
                        .compose(more -> complete(own, document, more, context)));
  }

  private static Set<String> missing(SchemaDocument document, Fetched known, Budget budget) {
    Set<String> names = new Library(document, known.documents()).missing(budget);
    names.removeAll(known.asked());
    DocumentLimits.requireLibraries(known.asked().size() + names.size());
    return names;
  }

  private Future<Fetched> fetch(UUID own, Set<String> names, Fetched known, CallContext context) {
    Set<String> asked = new HashSet<>(known.asked());
    asked.addAll(names);
    return store
        .libraries(names, own)
        .compose(
            versions -> {
              long characters = known.characters();
              for (LibraryVersion version : versions.values()) {
                characters += version.characters();
              }
              DocumentLimits.requireLibraryCharacters(characters);
              Map<String, LibraryVersion> all = new HashMap<>(known.versions());
              all.putAll(versions);
              long sum = characters;
              return documents(versions, known.documents(), context)
                  .map(documents -> new Fetched(documents, all, asked, sum));
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
                              throw SchemaFailures.moved();
                            }
                            all.put(name, SchemaDocument.stored(schema.name(), schema.document()));
                          });
                      return all;
                    }));
  }
}
