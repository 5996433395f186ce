package org.attestry.registry.claim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.condition.AttestorValues;
import org.attestry.condition.CallerRecords;
import org.attestry.condition.ConditionPaths;
import org.attestry.condition.Evaluations;
import org.attestry.condition.PathValues;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.AttestationOperations.FindCallerRecordsRequest;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.memory.EntityMemory;
import org.attestry.registry.query.EntityQuery;
import org.attestry.registry.search.PgEntityScan;
import org.attestry.registry.stored.EntityViews;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.Projection;

/**
 * The rule for who may decide an attestation: a caller with the policy's attestor role, if the
 * policy's condition is true for the current records of caller and requester. Decisions and views
 * use the same rule. Who may change the status of a granted credential is decided by the values at
 * the grant instead.
 *
 * @param records reads all records of a caller
 * @param adminRole the admin role, which never makes its holder an attestor, even if a policy names
 *     it
 * @param workers evaluate conditions that take long
 */
public record Attestors(
    TypeCatalogue types,
    PgEntityScan scan,
    CallerRecords records,
    String adminRole,
    Workers workers) {

  private static final int PAGE = 500;
  private static final UUID LAST = new UUID(-1, -1);

  /**
   * @param attestation null for callers who could decide one of the policy that is raised now
   * @param attestorType the attestor role under which the caller decides
   * @return fails with UNAUTHENTICATED or FORBIDDEN if the caller may not decide the attestation,
   *     with UNPROCESSABLE if the caller has too many records to compare
   */
  public Future<Void> require(
      PublishedType type,
      StoredEntity entity,
      Attestation attestation,
      AttestationPolicy policy,
      String attestorType,
      CallContext context) {
    Caller caller = context.caller();
    if (!caller.known()) {
      return Future.failedFuture(unauthenticated());
    }
    String role = policy.attestorEntity();
    boolean holds =
        role.equals(attestorType) && !role.equals(adminRole) && caller.roles().contains(role);
    if (!holds) {
      return Future.failedFuture(notTheAttestor());
    }
    if (!mayDecide(policy, entity, attestation, caller)) {
      return Future.failedFuture(ownClaim(attestation));
    }
    List<FieldPath> read = ConditionPaths.of(policy.condition(), Side.ATTESTOR);
    return values(role, read, context)
        .compose(
            values ->
                evaluations(context)
                    .run(
                        budget ->
                            values
                                .filter(
                                    v -> satisfies(v, policy, attestation, type, entity, budget))
                                .isPresent()))
        .compose(
            satisfied ->
                satisfied ? Future.succeededFuture() : Future.failedFuture(notTheAttestor()));
  }

  Evaluations evaluations(CallContext context) {
    return new Evaluations(workers, context.deadline());
  }

  /**
   * Returns the caller's values that conditions read, for an attestor role of the caller. If the
   * role has the name of a type, the caller needs a record of that type; otherwise none is needed.
   *
   * @param fields the fields that the conditions read
   * @return empty if the caller has no record although one is needed
   */
  Future<Optional<AttestorValues>> values(
      String role, List<FieldPath> fields, CallContext context) {
    return types
        .find(role)
        .compose(
            type ->
                type == null
                    ? Future.succeededFuture(
                        Optional.of(AttestorValues.of(context.caller(), List.of())))
                    : records(role, fields, context).map(own -> ofRecords(own, context)));
  }

  private static Optional<AttestorValues> ofRecords(List<JsonNode> own, CallContext context) {
    return own.isEmpty() ? Optional.empty() : Optional.of(AttestorValues.of(context.caller(), own));
  }

  /** Returns a page of the caller's own records of a type, in full view. */
  public Future<EntitiesView> findCallerRecords(
      FindCallerRecordsRequest request, CallContext context) {
    return types.require(request.type()).compose(type -> page(type, request, context));
  }

  /**
   * Returns all of the caller's records; an empty list for an unknown type.
   *
   * @return fails with UNPROCESSABLE if there are more records than an attestor may own
   */
  private Future<List<JsonNode>> records(String type, List<FieldPath> fields, CallContext context) {
    return records.all(
        new FindCallerRecordsRequest(type, fields, null),
        context,
        request -> types.find(request.type()).compose(found -> page(found, request, context)));
  }

  private static UUID position(String cursor) {
    try {
      return cursor == null ? null : UUID.fromString(cursor);
    } catch (IllegalArgumentException noneOfOurs) {
      throw FailureException.invalid(
          "registry.caller.page", "/after", "cursor", "There is no such page.");
    }
  }

  private Future<EntitiesView> page(
      PublishedType type, FindCallerRecordsRequest request, CallContext context) {
    if (type == null || !context.caller().known()) {
      return Future.succeededFuture(new EntitiesView(null, null, List.of(), null, null));
    }
    return EntityMemory.callerRecords(context, part -> scanned(type, request, part));
  }

  private Future<EntitiesView> scanned(
      PublishedType type, FindCallerRecordsRequest request, CallContext context) {
    EntityQuery owned = EntityQuery.ownedBy(context.caller().userId(), PAGE, context.deadline());
    return scan.found(type, owned, position(request.after()), LAST)
        .compose(
            page ->
                scan.memory()
                    .work(
                        context.deadline(), () -> view(type, page, projection(request.fields()))));
  }

  private static EntitiesView view(
      PublishedType type, PgEntityScan.Page page, Projection projection) {
    List<JsonBytes> data =
        page.entities().stream()
            .map(entity -> EntityViews.full(type, entity))
            .map(record -> Json.write(projection == null ? record : projection.of(record)))
            .toList();
    String next = page.more() ? page.entities().getLast().osid() : null;
    return new EntitiesView(null, null, data, next, null);
  }

  /**
   * Returns the projection to these fields, or null for all fields; a path that consists only of
   * wildcards selects everything.
   */
  private static Projection projection(List<FieldPath> fields) {
    boolean everything =
        fields == null
            || fields.stream().anyMatch(f -> f.segments().stream().allMatch(FieldPath.ANY::equals));
    return everything ? null : new Projection(fields);
  }

  /**
   * Whether the policy allows self-attestation, or the caller neither raised the claim nor owns the
   * entity. A claim that was raised without a token may be anybody's own.
   */
  static boolean mayDecide(
      AttestationPolicy policy, StoredEntity entity, Attestation attestation, Caller caller) {
    boolean own = entity.ownedBy(caller) || attestation != null && isOwn(attestation, caller);
    return policy.selfAttestation() || !own;
  }

  private static boolean isOwn(Attestation attestation, Caller caller) {
    return attestation.raisedBy() == null
        ? attestation.open()
        : attestation.raisedBy().equals(caller.userId());
  }

  /**
   * Returns a granted attestation with the fields of the entity that its policy's condition reads
   * beside the attested values, if attestors may revoke its credential: who they are does not
   * depend on later changes of the entity.
   */
  static Attestation withRequester(
      AttestationPolicy policy, Attestation granted, PublishedType type, StoredEntity entity) {
    if (!policy.rules().attestorMayRevoke()) {
      return granted;
    }
    List<FieldPath> read =
        ConditionPaths.of(policy.condition(), Side.REQUESTER).stream()
            .filter(path -> !granted.propertyData().has(path.property()))
            .toList();
    ObjectNode values = new Projection(read).of(EntityViews.full(type, entity));
    ObjectNode fields = Json.object();
    read.forEach(path -> fields.set(path.property(), values.get(path.property())));
    return granted.withRequester(fields);
  }

  private static boolean satisfies(
      AttestorValues values,
      AttestationPolicy policy,
      Attestation attestation,
      PublishedType type,
      StoredEntity entity,
      Budget budget) {
    ObjectNode requester = EntityViews.full(type, entity);
    if (attestation != null && attestation.requester() instanceof ObjectNode granted) {
      requester.setAll(granted);
    }
    JsonNode aliases = attestation == null ? Json.object() : attestation.propertyData();
    return satisfies(values, policy, aliases, requester, budget);
  }

  /**
   * Whether the policy's condition is true.
   *
   * @param aliases the attested values by their aliases in the policy
   * @param requester the entity in full view
   * @param budget is spent in proportion to the values that are compared
   */
  static boolean satisfies(
      AttestorValues values,
      AttestationPolicy policy,
      JsonNode aliases,
      JsonNode requester,
      Budget budget) {
    return values.satisfy(
        policy.condition(),
        path -> PathValues.in(aliases.has(path.property()) ? aliases : requester, path),
        budget);
  }

  private static FailureException unauthenticated() {
    return FailureException.of(
        FailureKind.UNAUTHENTICATED,
        "registry.attestation.token-required",
        "This operation needs a bearer token; get one and send it.");
  }

  private static FailureException notTheAttestor() {
    return FailureException.of(
        FailureKind.FORBIDDEN,
        "registry.attestation.forbidden",
        "User is not allowed to perform the operation on this entity");
  }

  private static FailureException ownClaim(Attestation attestation) {
    boolean unknown = attestation != null && attestation.raisedBy() == null;
    return FailureException.of(
        FailureKind.FORBIDDEN,
        "registry.attestation.own",
        unknown
            ? "The claim was raised without a token, so that nobody knows whose it is: withdraw it"
                + " and send it with a token, or publish the policy with selfAttestation: true."
            : "Who raised a claim, or owns the entity, cannot decide it; another attestor can.");
  }
}
