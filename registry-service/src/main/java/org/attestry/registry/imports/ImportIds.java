package org.attestry.registry.imports;

import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.identifier.Ids;

/** The ids of imports, which clients choose, and the access rules of an import. */
final class ImportIds {

  private ImportIds() {}

  static UUID parse(String id) {
    return Ids.parse(id)
        .orElseThrow(
            () ->
                FailureException.invalid(
                    "registry.import.id",
                    "",
                    "uuid",
                    "The id of an import is a UUID; choose a new one."));
  }

  /** Returns the import if the caller may continue it. */
  static EntityImport requireOwn(EntityImport run, PublishedType type, Caller caller) {
    if (run == null || !run.isOf(type.name(), caller)) {
      throw unknown();
    }
    return run;
  }

  /** Returns the import if the caller may read it. */
  static EntityImport requireSeen(EntityImport run, PublishedType type, Caller caller) {
    boolean admins = run != null && caller.admin() && run.type().equals(type.name());
    return admins ? run : requireOwn(run, type, caller);
  }

  static FailureException unknown() {
    return FailureException.notFound(
        "registry.import.not-found", "There is no such import of yours; check its type and id.");
  }
}
