package org.attestry.contracts;

import java.time.Instant;
import java.util.UUID;

/**
 * Something that happened and was committed. On Kafka it is a CloudEvents 1.0 event in structured
 * JSON form; over the bus the same fact, with the same id, is delivered to a service if a client
 * waits for the effect that the fact has there. Consumers process each id once.
 *
 * @param id the event's id
 * @param type the {@link FactType#name()}
 * @param subject the id of the entity, schema or claim that the fact is about; facts with the same
 *     subject stay in order
 * @param time when the fact was committed
 * @param traceparent W3C Trace Context header, or null
 * @param data the fact type's record, as JSON; hidden fields are never in it; null in an event on
 *     Kafka that would be too large with its data: see {@link #readingFrom}
 */
public record Fact(
    UUID id, String type, String subject, Instant time, String traceparent, JsonBytes data) {

  /** Returns the operation that delivers a fact to a service over the bus. */
  public static Operation<Fact, Done> deliveryTo(String service) {
    return Operation.of(service + ".acceptFact.v1", Fact.class, Done.class);
  }

  /**
   * Returns the operation that reads a fact with its data from the service that published it, for a
   * consumer that received it without data. A fact can be read for 30 days after it was sent.
   */
  public static Operation<ReadFactRequest, Fact> readingFrom(String service) {
    return Operation.of(service + ".readFact.v1", ReadFactRequest.class, Fact.class);
  }

  /** Returns the same fact without its data. */
  public Fact withoutData() {
    return new Fact(id, type, subject, time, traceparent, null);
  }

  /**
   * Reads a fact, with its data, from the service that published it.
   *
   * @param id the fact's id
   */
  public record ReadFactRequest(UUID id) {}
}
