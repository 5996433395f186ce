package org.attestry.runtime.facts;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FactType;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** Makes facts, and writes them as CloudEvents 1.0 in structured JSON form. */
public final class Facts {

  private Facts() {}

  /** A fact that is about to be committed. */
  public static <T> Fact of(FactType<T> type, String subject, T data, CallContext context) {
    return new Fact(
        Ids.next(),
        type.name(),
        subject,
        Instant.now().truncatedTo(ChronoUnit.MILLIS),
        context.traceparent(),
        Json.write(data));
  }

  static JsonBytes encode(Fact fact, String topic) {
    return Json.write(
        new CloudEvent(
            "1.0",
            fact.id(),
            "/" + topic.replace('.', '/'),
            fact.type(),
            fact.subject(),
            fact.time(),
            "application/json",
            fact.traceparent(),
            fact.data()));
  }

  static Fact decode(byte[] event) {
    CloudEvent read = Json.read(JsonBytes.of(event), CloudEvent.class);
    return new Fact(
        read.id(), read.type(), read.subject(), read.time(), read.traceparent(), read.data());
  }

  private record CloudEvent(
      @JsonProperty("specversion") String specVersion,
      UUID id,
      String source,
      String type,
      String subject,
      Instant time,
      @JsonProperty("datacontenttype") String dataContentType,
      String traceparent,
      JsonBytes data) {}
}
