package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.work.Workers;
import org.attestry.schema.domain.SchemaStore.Writing;
import org.attestry.schema.domain.change.TypeChange;
import org.attestry.schema.domain.document.DocumentCheck;
import org.attestry.schema.domain.document.Findings;
import org.attestry.schema.domain.document.Library;
import org.attestry.schema.domain.document.SchemaDocument;

/** From a document's text to the entity types that it publishes. The heavy work is a worker's. */
public final class Publishing {

  private final DocumentCheck check;
  private final Linter linter;
  private final Workers workers;

  public Publishing(DocumentCheck check, Linter linter, Workers workers) {
    this.check = check;
    this.linter = linter;
    this.workers = workers;
  }

  /**
   * The document that a client sent; fails with INVALID when it cannot be one, not even a draft.
   */
  Future<SchemaDocument> read(String name, String text) {
    return workers.run(
        () -> {
          Findings findings = new Findings();
          SchemaDocument document = check.read(name, text, findings);
          if (findings.refused()) {
            throw SchemaFailures.invalidDocument(findings.violations());
          }
          return document;
        });
  }

  /**
   * What would keep a draft from being published, and what would be warned of.
   *
   * @param strict whether it fails with INVALID when there is any of it
   */
  Future<List<Violation>> remarks(
      Writing writing, UUID id, SchemaDocument document, boolean strict) {
    return lint(writing, id, document)
        .map(
            linted -> {
              List<Violation> remarks = linted.findings().all();
              if (strict && !remarks.isEmpty()) {
                throw SchemaFailures.warned(remarks);
              }
              return remarks;
            });
  }

  /**
   * What the document becomes, at revision 0; fails with INVALID when it cannot be published, with
   * CONFLICT when another schema has published a type of the same name.
   *
   * @param strict whether it fails with INVALID when there is a warning
   */
  Future<Publication> prepare(Writing writing, UUID id, SchemaDocument document, boolean strict) {
    return lint(writing, id, document)
        .compose(
            linted -> {
              if (linted.findings().refused()) {
                throw SchemaFailures.invalidDocument(linted.findings().violations());
              }
              if (strict && !linted.findings().warnings().isEmpty()) {
                throw SchemaFailures.warned(linted.findings().warnings());
              }
              return unlessTaken(writing, id, linted.publication());
            });
  }

  /** What becomes of each type that stays. */
  Future<List<TypeChange>> compare(
      List<EntityType> before, Publication publication, SchemaDocument document) {
    return workers.run(
        () -> {
          List<TypeChange> changes = new ArrayList<>();
          for (EntityType old : before) {
            publication.types().stream()
                .filter(type -> type.name().equals(old.name()))
                .map(type -> TypeChange.of(old, type, document))
                .forEach(changes::add);
          }
          return changes;
        });
  }

  private static Future<Publication> unlessTaken(
      Writing writing, UUID id, Publication publication) {
    return writing
        .publishedByOthers(publication.typeNames(), id)
        .map(
            taken -> {
              if (!taken.isEmpty()) {
                throw SchemaFailures.typesTaken(taken);
              }
              return publication;
            });
  }

  private Future<Linted> lint(Writing writing, UUID id, SchemaDocument document) {
    Map<UUID, Integer> pins = new HashMap<>();
    return complete(writing, id, new Library(document, Map.of()), new HashSet<>(), pins)
        .compose(
            library ->
                workers.run(
                    () -> {
                      Findings findings = new Findings();
                      List<EntityType> types = linter.lint(id, library, findings);
                      return new Linted(types, pins, findings);
                    }));
  }

  /**
   * Fetches from our own store what is referenced, and what that references, until nothing is new.
   */
  private static Future<Library> complete(
      Writing writing, UUID own, Library library, Set<String> asked, Map<UUID, Integer> pins) {
    Set<String> names = library.missing();
    names.removeAll(asked);
    if (names.isEmpty()) {
      return Future.succeededFuture(library);
    }
    asked.addAll(names);
    return writing
        .libraries(names)
        .compose(
            found -> {
              Map<String, SchemaDocument> others = new HashMap<>(library.others());
              for (String name : names) {
                named(found, name, own)
                    .ifPresent(
                        schema -> {
                          pins.put(schema.id(), schema.version());
                          others.put(name, SchemaDocument.stored(schema.name(), schema.document()));
                        });
              }
              return complete(writing, own, new Library(library.own(), others), asked, pins);
            });
  }

  private static Optional<Schema> named(List<Schema> found, String name, UUID own) {
    List<Schema> others = found.stream().filter(s -> !s.id().equals(own)).toList();
    return others.stream()
        .filter(s -> s.name().equals(name))
        .findFirst()
        .or(() -> others.stream().filter(s -> name.equals(s.title())).findFirst());
  }

  private record Linted(List<EntityType> types, Map<UUID, Integer> pins, Findings findings) {

    Publication publication() {
      return new Publication(types, pins, findings.warnings());
    }
  }
}
