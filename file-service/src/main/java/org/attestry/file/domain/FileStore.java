package org.attestry.file.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;

/** The records of files. Each change and its fact are one transaction. */
public interface FileStore {

  /**
   * Adds records of one property and their facts, all or none.
   *
   * @return fails NOT_FOUND when the entity is deleted, CONFLICT when the property is full
   */
  Future<Void> insert(List<StoredFile> files, CallContext context);

  /**
   * Replaces the content of a document.
   *
   * @return the old record, or empty when there is none; fails STALE when the old one does not
   *     fulfil the condition
   */
  Future<Optional<StoredFile>> replace(StoredFile file, EntityTags condition, CallContext context);

  Future<Optional<StoredFile>> find(Property property, UUID documentId);

  /** Returns the records of a property, oldest first. */
  Future<List<StoredFile>> list(Property property);

  /**
   * Deletes one record. Fails NOT_FOUND when there is none, and STALE when it does not fulfil the
   * condition. A repetition of the call deletes nothing and gets the same reply.
   */
  Future<Deleted> delete(
      Property property, UUID documentId, EntityTags condition, CallContext context);

  /** Deletes all records of the property. A repetition of the call gets the same reply. */
  Future<Deleted> deleteAll(Property property, CallContext context);

  /**
   * The result of a deletion.
   *
   * @param objectKeys the object key of each deleted record
   */
  record Deleted(List<UUID> objectKeys) {

    public Deleted {
      objectKeys = List.copyOf(objectKeys);
    }
  }

  /**
   * Deletes the records of a deleted entity and records the deletion, once per fact.
   *
   * @return the keys of the objects, at most ten thousand; the sweep finds the others
   */
  Future<List<UUID>> deleteAllOf(UUID entityId, Fact deletion, CallContext context);

  /** Returns those of the keys that no record has. */
  Future<List<UUID>> orphans(List<UUID> objectKeys);
}
