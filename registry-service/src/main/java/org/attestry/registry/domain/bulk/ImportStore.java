package org.attestry.registry.domain.bulk;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.BulkOperations.ImportErrorsView;
import org.attestry.registry.domain.document.DocumentDiff.Change;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;

/** Stores imports and their rows. */
public interface ImportStore {

  /** Stores a new import unless there is one with its id; gives the stored one. */
  Future<EntityImport> start(EntityImport wanted);

  /** The import, or null. */
  Future<EntityImport> find(UUID id);

  /**
   * Finds which unique values of new bodies are taken.
   *
   * @return for each body one match per unique constraint that it has values for
   */
  Future<List<List<Match>>> matches(PublishedType type, EntityImport run, List<ObjectNode> bodies);

  /**
   * Stores a batch and the progress of the import, all or nothing.
   *
   * @param before the import as it was when the batch was prepared
   * @param after the import with the batch
   * @return fails CONFLICT or INVALID when the database refuses a value
   */
  Future<Outcome> commit(PublishedType type, EntityImport before, EntityImport after, Batch batch);

  /** Completes the import; gives false when it has other rows than the given one. */
  Future<Boolean> complete(EntityImport run);

  /** Errors in the order of rows, after one of them. */
  Future<List<ImportErrorsView.Error>> errors(UUID id, long afterRow, int afterNumber, int limit);

  /** Deletes imports that were not used since, with their errors and keys. */
  Future<Void> forgetBefore(Instant moment);

  /** The result of storing a batch. */
  enum Outcome {
    STORED,
    /** Another writer changed an entity of the batch; nothing was stored. */
    STALE,
    /** Another request continued the import; nothing was stored. */
    OVERTAKEN
  }

  /**
   * Where a unique value of a body is taken.
   *
   * @param fields the fields of the constraint
   * @param group the place of the first of the bodies that has the same value
   * @param holder the stored entity that has it, or null
   * @param heldByRow in a dry run the earlier row that has it, or null
   * @param taken the violations for a row that may not have the value
   */
  record Match(
      List<FieldPath> fields, int group, UUID holder, Long heldByRow, List<Violation> taken) {}

  /**
   * What one batch changes.
   *
   * @param created new entities
   * @param replaced next versions of entities
   * @param checked in a dry run the bodies that would be stored, in the place of both
   * @param errors of the refused rows
   */
  record Batch(
      List<Write> created,
      List<Write> replaced,
      List<Checked> checked,
      List<ImportErrorsView.Error> errors) {}

  /** An entity, its changes for the history, and the facts to publish. */
  record Write(StoredEntity entity, List<Change> changes, List<Fact> facts) {}

  /**
   * @param row the row whose unique values these are: its own, or of the one that it replaces
   */
  record Checked(ObjectNode body, long row) {}
}
