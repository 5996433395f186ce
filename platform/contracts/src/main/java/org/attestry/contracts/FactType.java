package org.attestry.contracts;

/**
 * A kind of fact.
 *
 * @param topic the Kafka topic that its service publishes to
 * @param name reverse-DNS name, the CloudEvents {@code type}
 * @param data the record that its data decodes to
 */
public record FactType<T>(String topic, String name, Class<T> data) {

  private static final String TOPICS = "attestry.";

  /** Returns a fact type that is named after the class of its data. */
  public static <T> FactType<T> of(String service, Class<T> data) {
    return of(service, data.getSimpleName(), data);
  }

  public static <T> FactType<T> of(String service, String name, Class<T> data) {
    return new FactType<>(TOPICS + service, "org.attestry." + service + "." + name, data);
  }

  /** Returns the name of the service that publishes facts of this type. */
  public String service() {
    return topic.substring(TOPICS.length());
  }
}
