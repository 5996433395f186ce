package org.attestry.claims.inbox;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.claims.claim.Attestor;
import org.attestry.claims.inbox.PgInbox.Lookup;
import org.attestry.claims.inbox.PgInbox.Selection;
import org.attestry.claims.inbox.PgInbox.StoredAudience;
import org.attestry.claims.inbox.PgInbox.Whole;
import org.attestry.condition.ConditionLookup;
import org.attestry.condition.ConditionPaths;
import org.attestry.condition.Evaluations;
import org.attestry.condition.LookupKey;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimsOperations.ListClaimsRequest;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.runtime.fair.Budget;

/** Selects the index ranges of the claims that a caller may see. */
record SelectClaims(PgInbox inbox) {

  /** The form of an osid; other texts match no entity. */
  private static final Pattern OSID = Pattern.compile("[0-9a-f-]{36}");

  /** Returns the index ranges; some claims in them may be invisible to the caller. */
  Future<Selection> of(ListClaimsRequest request, ClaimViewer viewer, Evaluations evaluations) {
    if (request.entityId() != null) {
      return Future.succeededFuture(ofEntity(request, viewer));
    }
    return viewer.caller().admin()
        ? Future.succeededFuture(ofAdmin(request, viewer))
        : ofCaller(request, viewer, evaluations);
  }

  /** Selects the claims of one entity: because these are few, each is checked individually. */
  private static Selection ofEntity(ListClaimsRequest request, ClaimViewer viewer) {
    List<Long> audiences = List.copyOf(viewer.audiences().keySet());
    Set<String> entity =
        OSID.matcher(request.entityId()).matches() ? Set.of(request.entityId()) : Set.of();
    boolean exact = viewer.caller().admin() || viewer.own().contains(request.entityId());
    return new Selection(
        List.of(),
        List.of(),
        entity,
        null,
        audiences,
        statuses(request),
        null,
        exact,
        request.decision());
  }

  private static Selection ofAdmin(ListClaimsRequest request, ClaimViewer viewer) {
    List<Whole> all = viewer.audiences().keySet().stream().map(id -> new Whole(id, true)).toList();
    return new Selection(
        List.of(),
        all,
        Set.of(),
        null,
        List.of(),
        statuses(request),
        null,
        true,
        request.decision());
  }

  private Future<Selection> ofCaller(
      ListClaimsRequest request, ClaimViewer viewer, Evaluations evaluations) {
    List<StoredAudience> attested = viewer.attestor().map(a -> attested(viewer)).orElse(List.of());
    return lengths(attested)
        .compose(
            lengths ->
                evaluations.run(budget -> ofCaller(request, viewer, attested, lengths, budget)));
  }

  private static Selection ofCaller(
      ListClaimsRequest request,
      ClaimViewer viewer,
      List<StoredAudience> attested,
      Map<Long, Set<Integer>> lengths,
      Budget budget) {
    List<Lookup> lookups = new ArrayList<>();
    List<Whole> whole = new ArrayList<>();
    for (StoredAudience audience : attested) {
      Attestor attestor = viewer.attestor().orElseThrow();
      Optional<ConditionLookup> lookup = ConditionLookup.of(audience.condition());
      Optional<Set<LookupKey>> keys =
          lookup.flatMap(
              by ->
                  by.ofAttestor(
                      attestor.values(), lengths.getOrDefault(audience.id(), Set.of()), budget));
      if (keys.isPresent()) {
        boolean exact = lookup.orElseThrow().exact();
        keys.get().forEach(key -> lookups.add(lookup(audience, key, exact)));
      } else if (mayHold(audience, attestor, budget)) {
        whole.add(new Whole(audience.id(), lookup.isEmpty() && readsNoRequester(audience)));
      }
    }
    List<Long> own =
        viewer.audiences().values().stream()
            .filter(audience -> audience.entity().equals(viewer.type()))
            .map(StoredAudience::id)
            .toList();
    String caller = viewer.caller().userId();
    return new Selection(
        lookups,
        whole,
        viewer.own(),
        caller,
        own,
        statuses(request),
        caller,
        true,
        request.decision());
  }

  private static Lookup lookup(StoredAudience audience, LookupKey key, boolean exact) {
    return new Lookup(audience.id(), key, exact && !key.equals(LookupKey.ANY));
  }

  /**
   * Whether the condition may hold for some claim. A condition that reads only the attestor's
   * values is evaluated here once, instead of for each claim.
   */
  private static boolean mayHold(StoredAudience audience, Attestor attestor, Budget budget) {
    return !readsNoRequester(audience)
        || attestor.values().satisfy(audience.condition(), path -> null, budget);
  }

  private static boolean readsNoRequester(StoredAudience audience) {
    return ConditionPaths.of(audience.condition(), Side.REQUESTER).isEmpty();
  }

  private static List<StoredAudience> attested(ClaimViewer viewer) {
    return viewer.audiences().values().stream()
        .filter(audience -> audience.attestedBy(viewer.type()))
        .toList();
  }

  private Future<Map<Long, Set<Integer>>> lengths(List<StoredAudience> audiences) {
    List<Long> comparingParts =
        audiences.stream()
            .filter(
                audience ->
                    ConditionLookup.of(audience.condition())
                        .filter(ConditionLookup::comparesParts)
                        .isPresent())
            .map(StoredAudience::id)
            .toList();
    return comparingParts.isEmpty()
        ? Future.succeededFuture(Map.of())
        : inbox.lengths(comparingParts);
  }

  private static List<ClaimStatus> statuses(ListClaimsRequest request) {
    if (request.decision() != null) {
      return List.of(ClaimStatus.CLOSED);
    }
    return request.status() == null ? List.of(ClaimStatus.values()) : List.of(request.status());
  }
}
