package org.attestry.registry.domain.bulk;

import io.vertx.core.Future;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.registry.BulkOperations.ImportView;
import org.attestry.contracts.registry.BulkOperations.StartImportRequest;
import org.attestry.registry.domain.access.AccessRules;
import org.attestry.registry.domain.entity.NewEntities;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.TypeCatalogue;

/** Begins an import, or returns the progress of the existing import with this id. */
public record StartImport(TypeCatalogue types, ImportStore imports) {

  public Future<ImportView> handle(StartImportRequest request, CallContext context) {
    return types.require(request.type()).compose(type -> start(type, request, context.caller()));
  }

  private Future<ImportView> start(PublishedType type, StartImportRequest request, Caller caller) {
    allow(type, caller);
    String upsert = request.upsert() == null ? null : upsertField(type, request.upsert());
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    EntityImport wanted =
        new EntityImport(
            ImportIds.parse(request.id()),
            type.name(),
            caller.userId(),
            request.dryRun(),
            upsert,
            false,
            0,
            0,
            0,
            0,
            0,
            now,
            now);
    return imports
        .start(wanted)
        .map(run -> requireAlike(ImportIds.requireOwn(run, type, caller), wanted).view());
  }

  /**
   * Requires a token and the right to create entities. A type whose entities get logins cannot be
   * imported, because each login needs several requests to the identity provider.
   */
  static void allow(PublishedType type, Caller caller) {
    AccessRules.requireToken(caller);
    AccessRules.create(type.config(), caller);
    NewEntities.refuseDeprecated(type);
    if (type.config().enableLogin() && !type.config().ownershipAttributes().isEmpty()) {
      String message =
          "Entities of %s get logins from their ownershipAttributes, and an import makes none;"
                  .formatted(type.name())
              + " invite them one by one, or publish the type with enableLogin: false.";
      throw FailureException.conflict("registry.import.logins", message);
    }
  }

  static FieldPath upsertOf(EntityImport run) {
    return run.upsert() == null ? null : FieldPath.parse(run.upsert());
  }

  /** Returns the upsert field in its normal form. */
  private static String upsertField(PublishedType type, String written) {
    FieldPath path;
    try {
      path = FieldPath.parse(written);
    } catch (IllegalArgumentException e) {
      throw notUnique(type);
    }
    if (path.segments().contains(FieldPath.ANY)
        || !type.config().uniqueFields().contains(List.of(path))) {
      throw notUnique(type);
    }
    return path.toString();
  }

  private static EntityImport requireAlike(EntityImport run, EntityImport wanted) {
    if (run.dryRun() != wanted.dryRun() || !Objects.equals(run.upsert(), wanted.upsert())) {
      throw FailureException.conflict(
          "registry.import.different",
          "The import was begun with another dryRun or upsert; use these, or another id.");
    }
    return run;
  }

  private static FailureException notUnique(PublishedType type) {
    List<String> known =
        type.config().uniqueFields().stream()
            .filter(fields -> fields.size() == 1)
            .map(fields -> String.join(".", fields.get(0).segments()))
            .toList();
    String message =
        "'upsert' names a field that is unique by itself; %s has %s."
            .formatted(type.name(), known.isEmpty() ? "none" : known);
    return FailureException.invalid("registry.import.upsert", "", "unique", message);
  }
}
