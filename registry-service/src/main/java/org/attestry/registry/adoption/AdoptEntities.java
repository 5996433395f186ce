package org.attestry.registry.adoption;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Violation;
import org.attestry.registry.adoption.AdoptionStatement.Write;
import org.attestry.registry.adoption.BusFormerCredentials.Verified;
import org.attestry.registry.adoption.PgAdoptions.Known;
import org.attestry.registry.document.DocumentDiff.Change;
import org.attestry.registry.document.SystemFields;
import org.attestry.registry.memory.BoundedForEach;
import org.attestry.registry.stored.EntityDifferences;
import org.attestry.registry.stored.EntityFacts;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Rows;

/**
 * Prepares records of a former system to be stored. A record that was adopted before replaces the
 * entity, unless the entity has changed here since; the same record again changes nothing. Their
 * credentials are stored by credential-service before the records are: a credential whose record is
 * not stored then belongs to no entity.
 *
 * @param workers make the facts
 */
public record AdoptEntities(
    PgAdoptions adoptions,
    PgEntityStore store,
    BusFormerCredentials credentials,
    Outbox outbox,
    Workers workers) {

  private static final int AT_ONCE = 16;

  private static final Violation OTHER =
      new Violation(
          "/entity/osid",
          "osid",
          "A record that was not adopted, or one of another type, has this osid.");

  private static final Violation CHANGED =
      new Violation(
          "",
          "conflict",
          "The record has changed here since it was adopted, and the line differs from the one that"
              + " was adopted: change the record here, or leave the line out.");

  /**
   * Records that are prepared to be stored.
   *
   * @param statement null if none is to be stored
   * @param created how many of them are new
   * @param replaced how many of them replace what was adopted before
   * @param refused why records are refused, by their place
   * @param factsOfReplaced the facts about replaced records
   */
  public record Prepared(
      AdoptionStatement statement,
      int created,
      int replaced,
      Map<Integer, List<Violation>> refused,
      List<Fact> factsOfReplaced) {}

  /**
   * @param before the entity that the record replaces, or null
   */
  private record Placed(int place, FormerRecord record, StoredEntity before) {

    /** Returns the entity as it is to be stored, with its verified credentials. */
    Placed with(StoredEntity verified) {
      return new Placed(place, new FormerRecord(verified, record.digest()), before);
    }
  }

  /**
   * Prepares records.
   *
   * @param records by their place; each has another id
   */
  public Future<Prepared> prepare(
      PublishedType type, Map<Integer, FormerRecord> records, CallContext context) {
    Map<Integer, List<Violation>> refused = new HashMap<>();
    List<UUID> ids = records.values().stream().map(record -> record.entity().id()).toList();
    return adoptions
        .find(type, ids)
        .compose(known -> accepted(type, records, known, refused, context))
        .compose(accepted -> verified(type, accepted, refused, context))
        .compose(
            verified ->
                workers.run(context.deadline(), () -> prepared(type, verified, refused, context)));
  }

  /** Returns the records that are new, or replace what was adopted before. */
  private Future<List<Placed>> accepted(
      PublishedType type,
      Map<Integer, FormerRecord> records,
      Map<UUID, Known> known,
      Map<Integer, List<Violation>> refused,
      CallContext context) {
    List<Placed> accepted = new ArrayList<>();
    List<Integer> replacing = new ArrayList<>();
    records.forEach(
        (place, record) -> {
          Known of = known.get(record.entity().id());
          if (of.isOfOther(type)) {
            refused.put(place, List.of(OTHER));
          } else if (of.isNew()) {
            accepted.add(new Placed(place, record, null));
          } else if (!of.isSame(record.digest()) && of.hasChangedHere()) {
            refused.put(place, List.of(CHANGED));
          } else if (!of.isSame(record.digest())) {
            replacing.add(place);
          }
        });
    return BoundedForEach.each(
            replacing,
            AT_ONCE,
            place -> {
              FormerRecord record = records.get(place);
              return store
                  .find(type, record.entity().id(), context.deadline())
                  .onSuccess(
                      before -> {
                        if (before.version() == known.get(before.id()).version()) {
                          accepted.add(new Placed(place, record, before));
                        } else {
                          refused.put(place, List.of(CHANGED));
                        }
                      })
                  .mapEmpty();
            })
        .map(accepted);
  }

  private Future<List<Placed>> verified(
      PublishedType type,
      List<Placed> accepted,
      Map<Integer, List<Violation>> refused,
      CallContext context) {
    List<StoredEntity> entities = accepted.stream().map(one -> one.record().entity()).toList();
    return credentials
        .verified(type, entities, context)
        .map(
            replies -> {
              List<Placed> verified = new ArrayList<>();
              for (int i = 0; i < replies.size(); i++) {
                Verified reply = replies.get(i);
                if (reply.refused().isEmpty()) {
                  verified.add(accepted.get(i).with(reply.entity()));
                } else {
                  refused.put(accepted.get(i).place(), reply.refused());
                }
              }
              return verified;
            });
  }

  private Prepared prepared(
      PublishedType type,
      List<Placed> verified,
      Map<Integer, List<Violation>> refused,
      CallContext context) {
    List<Write> writes = verified.stream().map(one -> write(type, one, context)).toList();
    int replaced = (int) verified.stream().filter(one -> one.before() != null).count();
    AdoptionStatement statement =
        writes.isEmpty()
            ? null
            : new AdoptionStatement(
                type, writes, Rows.utc(Instant.now()), context.caller().userId(), outbox);
    List<Fact> facts =
        writes.stream()
            .filter(write -> write.entity().version() > 1)
            .flatMap(write -> write.facts().stream())
            .toList();
    return new Prepared(statement, writes.size() - replaced, replaced, refused, facts);
  }

  private static Write write(PublishedType type, Placed one, CallContext context) {
    StoredEntity sent = one.record().entity();
    StoredEntity before = one.before();
    StoredEntity after = before == null ? sent : sent.at(before.version() + 1);
    List<Change> changes =
        new ArrayList<>(before == null ? List.of() : EntityDifferences.between(before, after));
    changes.add(
        new Change(
            "/" + SystemFields.ADOPTED,
            before == null ? null : before.adopted().shown(),
            after.adopted().shown()));
    return new Write(
        after, one.record().digest(), changes, EntityFacts.ofAdopted(type, before, after, context));
  }
}
