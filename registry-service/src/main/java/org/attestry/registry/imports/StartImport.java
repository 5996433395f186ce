package org.attestry.registry.imports;

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
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.entity.NewEntities;
import org.attestry.registry.types.PublishedType;

/**
 * Begins an import, or returns the progress of the existing import with this id.
 *
 * @param adoption whether records of a former system may be adopted
 */
public record StartImport(TypeCatalogue types, PgImportStore imports, boolean adoption) {

  public Future<ImportView> handle(StartImportRequest request, CallContext context) {
    return types.require(request.type()).compose(type -> start(type, request, context.caller()));
  }

  private Future<ImportView> start(PublishedType type, StartImportRequest request, Caller caller) {
    if (request.adopted()) {
      requireAdoption(request);
    }
    String upsert = request.upsert() == null ? null : upsertField(type, request.upsert());
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    EntityImport wanted =
        new EntityImport(
            ImportIds.parse(request.id()),
            type.name(),
            caller.userId(),
            request.dryRun(),
            upsert,
            request.logins(),
            request.adopted(),
            false,
            0,
            0,
            0,
            0,
            0,
            now,
            now);
    allow(type, wanted, caller);
    return imports
        .start(wanted)
        .map(run -> requireAlike(ImportIds.requireOwn(run, type, caller), wanted).view());
  }

  /** Requires that records may be adopted, and that nothing else is asked for. */
  private void requireAdoption(StartImportRequest request) {
    if (!adoption) {
      throw FailureException.notFound(
          "registry.adoption.off", "Records are adopted only with ADOPTION=on.");
    }
    if (request.dryRun() || request.upsert() != null || request.logins()) {
      throw FailureException.invalid(
          "registry.import.adopted",
          "",
          "as",
          "as=adopted goes without dryRun, upsert and logins; leave these out.");
    }
  }

  /**
   * Requires a token and the right to create entities, or, where accounts are made for their
   * owners, the right to invite. A type whose entities get logins is imported with them only.
   * Records of a former system are for the admin.
   */
  static void allow(PublishedType type, EntityImport run, Caller caller) {
    if (run.adopted()) {
      AccessRules.admin(caller);
    } else {
      allow(type, run.logins(), caller);
    }
  }

  private static void allow(PublishedType type, boolean logins, Caller caller) {
    AccessRules.requireToken(caller);
    if (logins) {
      AccessRules.invite(type.config(), caller);
    } else {
      AccessRules.create(type.config(), caller);
    }
    NewEntities.refuseDeprecated(type);
    boolean named = type.config().enableLogin() && !type.config().ownershipAttributes().isEmpty();
    if (named != logins) {
      throw FailureException.conflict("registry.import.logins", named ? unmade(type) : none(type));
    }
  }

  private static String unmade(PublishedType type) {
    return "Entities of %s get logins from their ownershipAttributes; import them with logins=true,"
            .formatted(type.name())
        + " invite them one by one, or publish the type with enableLogin: false.";
  }

  private static String none(PublishedType type) {
    return "Entities of %s name no owners in ownershipAttributes that get logins; leave logins out."
        .formatted(type.name());
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
    if (run.dryRun() != wanted.dryRun()
        || run.logins() != wanted.logins()
        || run.adopted() != wanted.adopted()
        || !Objects.equals(run.upsert(), wanted.upsert())) {
      throw FailureException.conflict(
          "registry.import.different",
          "The import was begun with another dryRun, upsert, logins or as; use these, or another"
              + " id.");
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
