package org.attestry.file.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;

/** The records of files. Each change is one transaction with the fact that tells of it. */
public interface FileStore {

  /**
   * Adds records of one property and their facts, all or none; fails as the caller is to be told
   * when the entity is deleted or the property has as many files as it may have.
   */
  Future<Void> insert(List<StoredFile> files, CallContext context);

  /**
   * Puts a new content under a document id; empty when the record is gone, else the old one. Fails
   * with kind STALE when the old one does not fulfil the condition.
   */
  Future<Optional<StoredFile>> replace(StoredFile file, EntityTags condition, CallContext context);

  Future<Optional<StoredFile>> find(Property property, UUID documentId);

  /** Oldest first. */
  Future<List<StoredFile>> list(Property property);

  /**
   * Removes one record and answers it; empty when there is none. Fails with kind STALE when it does
   * not fulfil the condition.
   */
  Future<Optional<StoredFile>> delete(
      Property property, UUID documentId, EntityTags condition, CallContext context);

  /** Removes all records of the property and answers what is gone. */
  Future<List<StoredFile>> deleteAll(Property property, CallContext context);

  /**
   * Removes the records of a deleted entity and remembers that it is deleted; once per fact.
   *
   * @return the keys of the objects, or of the first ten thousand: the sweep finds the others
   */
  Future<List<UUID>> deleteAllOf(UUID entityId, Fact deletion, CallContext context);

  /** Which of the keys no record names. */
  Future<List<UUID>> orphans(List<UUID> objectKeys);
}
