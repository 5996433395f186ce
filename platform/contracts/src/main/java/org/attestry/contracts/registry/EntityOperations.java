package org.attestry.contracts.registry;

import java.time.Instant;
import java.util.List;
import org.attestry.contracts.Done;
import org.attestry.contracts.Failure;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;

/** The operations of registry-service on single entities. */
public final class EntityOperations {

  /**
   * The code of the failure, of kind TIMEOUT, of a search that reached its time limit: it takes as
   * long when it is sent again.
   */
  public static final String SEARCH_TOO_SLOW = "registry.search.too-slow";

  /** How many characters the reason of a change of a credential's status may have. */
  public static final int MOST_REASON = 1_000;

  public static final Operation<CreateEntityRequest, EntityReceipt> CREATE_ENTITY =
      Operation.of("registry.createEntity.v1", CreateEntityRequest.class, EntityReceipt.class);

  public static final Operation<InviteEntityRequest, EntityReceipt> INVITE_ENTITY =
      Operation.of("registry.inviteEntity.v1", InviteEntityRequest.class, EntityReceipt.class);

  public static final Operation<ReadEntityRequest, EntityView> READ_ENTITY =
      Operation.of("registry.readEntity.v1", ReadEntityRequest.class, EntityView.class);

  public static final Operation<ListEntitiesRequest, EntitiesView> LIST_ENTITIES =
      Operation.of("registry.listEntities.v1", ListEntitiesRequest.class, EntitiesView.class);

  public static final Operation<SearchEntitiesRequest, EntitiesView> SEARCH_ENTITIES =
      Operation.of("registry.searchEntities.v1", SearchEntitiesRequest.class, EntitiesView.class);

  public static final Operation<ReplaceEntityRequest, EntityReceipt> REPLACE_ENTITY =
      Operation.of("registry.replaceEntity.v1", ReplaceEntityRequest.class, EntityReceipt.class);

  /** Reads the history of an entity, newest change first. */
  public static final Operation<ReadHistoryRequest, HistoryView> READ_HISTORY =
      Operation.of("registry.readHistory.v1", ReadHistoryRequest.class, HistoryView.class);

  public static final Operation<DeleteEntityRequest, Done> DELETE_ENTITY =
      Operation.of("registry.deleteEntity.v1", DeleteEntityRequest.class, Done.class);

  public static final Operation<AddPropertyRequest, EntityReceipt> ADD_PROPERTY =
      Operation.of("registry.addProperty.v1", AddPropertyRequest.class, EntityReceipt.class);

  /** Changes a property and, with {@code send}, also raises an attestation of it. */
  public static final Operation<ChangePropertyRequest, EntityReceipt> CHANGE_PROPERTY =
      Operation.of("registry.changeProperty.v1", ChangePropertyRequest.class, EntityReceipt.class);

  /**
   * Gives an entity to other owners, or changes the user id of its owner; admin only. Attestations,
   * claims and credentials stay.
   */
  public static final Operation<ChangeOwnersRequest, EntityReceipt> CHANGE_OWNERS =
      Operation.of("registry.changeOwners.v1", ChangeOwnersRequest.class, EntityReceipt.class);

  public static final Operation<RevokeCredentialRequest, Done> REVOKE_CREDENTIAL =
      Operation.of("registry.revokeCredential.v1", RevokeCredentialRequest.class, Done.class);

  public static final Operation<SuspendCredentialRequest, Done> SUSPEND_CREDENTIAL =
      Operation.of("registry.suspendCredential.v1", SuspendCredentialRequest.class, Done.class);

  public static final Operation<ReinstateCredentialRequest, Done> REINSTATE_CREDENTIAL =
      Operation.of("registry.reinstateCredential.v1", ReinstateCredentialRequest.class, Done.class);

  private EntityOperations() {}

  /**
   * @param type the entity type
   * @param entity the caller's data, complete
   */
  public record CreateEntityRequest(String type, JsonBytes entity) {}

  /**
   * @param type the entity type
   * @param entity the caller's data; {@code required} is not checked
   */
  public record InviteEntityRequest(String type, JsonBytes entity) {}

  /**
   * @param entity the whole entity
   * @param ifMatch the version that the caller read, or null
   */
  public record ReplaceEntityRequest(String type, String id, JsonBytes entity, Long ifMatch) {}

  /**
   * @param path property names and item osids, from the entity down
   * @param value an object with the property to add, or the value alone
   * @param ifMatch the version that the caller read, or null
   */
  public record AddPropertyRequest(
      String type, String id, List<String> path, JsonBytes value, Long ifMatch) {

    public AddPropertyRequest {
      path = List.copyOf(path);
    }
  }

  /**
   * @param path property names and item osids, from the entity down
   * @param value the property's new value
   * @param send whether to raise an attestation of the property with the same change
   * @param policy the policy's name, if several policies attest the property; else null
   * @param ifMatch the version that the caller read, or null
   */
  public record ChangePropertyRequest(
      String type,
      String id,
      List<String> path,
      JsonBytes value,
      boolean send,
      String policy,
      Long ifMatch) {

    public ChangePropertyRequest {
      path = List.copyOf(path);
    }
  }

  /**
   * @param osOwner the ids of the accounts that own the entity from now on; null leaves the owners,
   *     unless the user id is that of another account
   * @param userId the user name that the owner's account, and the entity where it names one, has
   *     from now on; null leaves it
   * @param field the pointer to the user id in the entity, if its type has several; else null
   * @param ifMatch the version that the caller read, or null
   */
  public record ChangeOwnersRequest(
      String type, String id, List<String> osOwner, String userId, String field, Long ifMatch) {

    public ChangeOwnersRequest {
      osOwner = osOwner == null ? null : List.copyOf(osOwner);
    }
  }

  /**
   * @param ifMatch the version that the caller read, or null
   */
  public record DeleteEntityRequest(String type, String id, Long ifMatch) {}

  /**
   * Revokes a credential of the entity: that of an attestation, or else the one with an id, or else
   * that of the entity's content.
   *
   * @param credentialId the id that the credential must have, or null for any
   * @param policy the name of the attestation's policy, or null
   * @param attestationId the osid of the attestation's record, or the name of its property; null
   *     without a policy
   * @param reason for owner and admin, up to {@link #MOST_REASON} characters; or null
   */
  public record RevokeCredentialRequest(
      String type,
      String id,
      String credentialId,
      String policy,
      String attestationId,
      String reason) {

    /** Creates a request about the credential of the entity's content. */
    public RevokeCredentialRequest(String type, String id) {
      this(type, id, null);
    }

    /** Creates a request about the credential with an id. */
    public RevokeCredentialRequest(String type, String id, String credentialId) {
      this(type, id, credentialId, null, null, null);
    }
  }

  /**
   * Suspends a credential of the entity, which is named as in {@link RevokeCredentialRequest}.
   *
   * @param until when the suspension ends, in the future; null for one that does not end by itself
   * @param reason as that of a revocation
   */
  public record SuspendCredentialRequest(
      String type,
      String id,
      String credentialId,
      String policy,
      String attestationId,
      Instant until,
      String reason) {

    /** Creates a request about the credential of the entity's content. */
    public SuspendCredentialRequest(String type, String id) {
      this(type, id, null);
    }

    /** Creates a request about the credential with an id. */
    public SuspendCredentialRequest(String type, String id, String credentialId) {
      this(type, id, credentialId, null, null, null, null);
    }
  }

  /**
   * Ends the suspension of a credential of the entity, which is named as in {@link
   * RevokeCredentialRequest}.
   *
   * @param reason as that of a revocation
   */
  public record ReinstateCredentialRequest(
      String type,
      String id,
      String credentialId,
      String policy,
      String attestationId,
      String reason) {

    /** Creates a request about the credential of the entity's content. */
    public ReinstateCredentialRequest(String type, String id) {
      this(type, id, null);
    }

    /** Creates a request about the credential with an id. */
    public ReinstateCredentialRequest(String type, String id, String credentialId) {
      this(type, id, credentialId, null, null, null);
    }
  }

  /**
   * The reply to a write.
   *
   * @param osid the entity's id
   * @param version the entity's version after the write; it becomes the ETag
   */
  public record EntityReceipt(String type, String osid, long version) {}

  /**
   * @param id the entity's osid, with or without the {@code 1-} prefix of old records
   */
  public record ReadEntityRequest(String type, String id) {}

  /**
   * @param entity the caller's view, with system fields
   * @param version the entity's version
   * @param pending why the credential of this version cannot be read although the entity should
   *     have one that the caller may see: it is not signed yet, or cannot be made; null otherwise
   */
  public record EntityView(JsonBytes entity, long version, Failure pending) {}

  /**
   * Lists the caller's own records, or all records of an anonymous type.
   *
   * @param limit the most records to return, 1 to the configured maximum
   * @param offset the number of records to skip; 0 if there is a cursor
   * @param sort fields, each with a minus before it for descending order; empty for the oldest
   *     first
   * @param cursor a cursor from an earlier reply with the same sort; null for the first page
   */
  public record ListEntitiesRequest(
      String type, int limit, int offset, List<String> sort, String cursor) {

    public ListEntitiesRequest {
      sort = sort == null ? List.of() : List.copyOf(sort);
    }
  }

  /**
   * @param query {@code {"filters": {…}, "limit": 20, "offset": 0, "cursor": "…", "sort": ["name",
   *     "-osCreatedAt"], "fields": ["name"], "count": "exact|planned|none"}}, every member optional
   */
  public record SearchEntitiesRequest(String type, JsonBytes query) {}

  /**
   * @param limit the most changes to return
   * @param offset the number of newest changes to skip
   */
  public record ReadHistoryRequest(String type, String id, int limit, int offset) {}

  /**
   * The changes of an entity.
   *
   * @param totalCount the number of all changes
   * @param data this page, newest first
   */
  public record HistoryView(long totalCount, List<Entry> data) {

    public HistoryView {
      data = List.copyOf(data);
    }

    /**
     * One change.
     *
     * @param version the version that the change led to; 1 is the creation
     * @param operation the operation, such as {@code changeProperty} or {@code grantClaim}
     * @param by user id, or null
     * @param changes the differences from the previous version; empty for the creation
     */
    public record Entry(
        long version, String operation, Instant at, String by, List<Change> changes) {

      public Entry {
        changes = List.copyOf(changes);
      }
    }

    /**
     * One changed value, or the changed items or members of one.
     *
     * @param pointer RFC 6901 pointer into the entity as it is read
     * @param op null for one value; {@code items} if, from the item at the pointer on, the items
     *     {@code from} of its array were replaced by the items {@code to}; {@code members} if the
     *     members {@code from} of the object at the pointer were replaced by the members {@code to}
     * @param from the value before; null if there was none or it is not shown
     * @param to the value after; null if there is none or it is not shown
     */
    public record Change(String pointer, String op, JsonBytes from, JsonBytes to) {

      public Change(String pointer, JsonBytes from, JsonBytes to) {
        this(pointer, null, from, to);
      }
    }
  }
}
