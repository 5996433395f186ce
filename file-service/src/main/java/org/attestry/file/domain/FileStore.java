package org.attestry.file.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;

/** The records of files. Each change is one transaction with the fact that tells of it. */
public interface FileStore {

  /** Adds a record and its fact; false, and nothing added, when the entity is deleted. */
  Future<Boolean> insert(StoredFile file, CallContext context);

  /** Puts a new content under a document id; empty when the record is gone, else the old one. */
  Future<Optional<StoredFile>> replace(StoredFile file, CallContext context);

  Future<Optional<StoredFile>> find(Property property, UUID documentId);

  /** Oldest first. */
  Future<List<StoredFile>> list(Property property);

  /** Removes one record, or all of the property when the id is null, and answers what is gone. */
  Future<List<StoredFile>> delete(Property property, UUID documentId, CallContext context);

  /** Removes the records of a deleted entity and remembers that it is deleted; once per fact. */
  Future<List<StoredFile>> deleteAllOf(UUID entityId, Fact deletion, CallContext context);

  /** Which of the keys no record names. */
  Future<List<UUID>> orphans(List<UUID> objectKeys);
}
