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
import org.attestry.registry.domain.stored.TransactionalStep;
import org.attestry.registry.domain.types.PublishedType;

/** Stores imports and their rows. */
public interface ImportStore {

  /** Stores a new import unless an import with its id exists; returns the stored import. */
  Future<EntityImport> start(EntityImport wanted);

  /** Returns the import, or null. */
  Future<EntityImport> find(UUID id);

  /**
   * Finds which unique values of new bodies are already used.
   *
   * @return for each body, one match per unique constraint whose fields have values in the body
   */
  Future<List<List<Match>>> matches(PublishedType type, EntityImport run, List<ObjectNode> bodies);

  /**
   * Stores a batch and the progress of the import, all or nothing.
   *
   * @param before the import when the batch was prepared
   * @param after the import including the batch
   * @return fails with CONFLICT or INVALID if the database refuses a value
   */
  Future<Outcome> commit(PublishedType type, EntityImport before, EntityImport after, Batch batch);

  /**
   * Completes the import; returns false if the stored import differs in its rows from the given
   * one.
   */
  Future<Boolean> complete(EntityImport run);

  /** Returns errors in the order of rows, starting after the given error. */
  Future<List<ImportErrorsView.Error>> errors(UUID id, long afterRow, int afterNumber, int limit);

  /** Deletes imports that were last used before the given time, with their errors and keys. */
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
   * The use of a body's unique value by a stored entity or another row.
   *
   * @param fields the fields of the constraint
   * @param group the position of the first body that has the same value
   * @param holder the id of the stored entity that has the value, or null
   * @param bytes the size of that entity, if the import may replace it; 0 otherwise
   * @param heldByRow the number of the earlier row of this import that has the value, or null
   * @param taken the violations to report if the row must not have the value
   */
  record Match(
      List<FieldPath> fields,
      int group,
      UUID holder,
      long bytes,
      Long heldByRow,
      List<Violation> taken) {}

  /**
   * The changes of one batch.
   *
   * @param created new entities
   * @param replaced the next versions of existing entities
   * @param checked in a dry run, the bodies that would be stored, instead of created and replaced
   *     entities
   * @param errors the errors of the refused rows
   * @param steps the steps to commit in the same transaction
   */
  record Batch(
      List<Write> created,
      List<Write> replaced,
      List<Checked> checked,
      List<ImportErrorsView.Error> errors,
      List<TransactionalStep> steps) {}

  /**
   * An entity, its changes for the history, and the facts to publish.
   *
   * @param row the number of the row that it results from
   */
  record Write(StoredEntity entity, long row, List<Change> changes, List<Fact> facts) {}

  /**
   * @param row the number of the row that the unique values are stored under: the row of this body,
   *     or the earlier row that it replaces
   */
  record Checked(ObjectNode body, long row) {}
}
