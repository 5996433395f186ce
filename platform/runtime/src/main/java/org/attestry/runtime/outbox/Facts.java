package org.attestry.runtime.outbox;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FactType;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.Json;

/** Creates facts, and encodes them as CloudEvents 1.0 in structured JSON form. */
public final class Facts {

  private static final String SPEC_VERSION = "1.0";
  private static final int LAST_YEAR = 9_999;

  private Facts() {}

  /** Creates a fact. */
  public static <T> Fact of(FactType<T> type, String subject, T data, CallContext context) {
    return new Fact(
        Ids.next(),
        type.name(),
        subject,
        Instant.now().truncatedTo(ChronoUnit.MILLIS),
        context.traceparent(),
        Json.write(data));
  }

  public static JsonBytes encode(Fact fact, String topic) {
    return encode(fact, topic, null);
  }

  /**
   * Encodes the event with a {@code dataref} (CloudEvents extension "Dataref") instead of its data,
   * which consumers read from the service that published the fact.
   */
  public static JsonBytes encodeWithoutData(Fact fact, String topic) {
    return encode(fact.withoutData(), topic, source(topic) + "/facts/" + fact.id());
  }

  private static JsonBytes encode(Fact fact, String topic, String dataRef) {
    return Json.write(
        new CloudEvent(
            SPEC_VERSION,
            fact.id(),
            source(topic),
            fact.type(),
            fact.subject(),
            fact.time(),
            "application/json",
            fact.traceparent(),
            dataRef,
            fact.data()));
  }

  private static String source(String topic) {
    return "/" + topic.replace('.', '/');
  }

  /**
   * Returns the type of an untrusted event from a topic, without parsing the rest of the event;
   * empty if no type is found.
   */
  public static Optional<String> type(byte[] event) {
    return event == null ? Optional.empty() : Json.firstText(JsonBytes.of(event), "type");
  }

  /**
   * Decodes an untrusted event from a topic.
   *
   * @return the fact, without data if the event has a {@code dataref}
   * @throws FailureException of kind UNSUPPORTED; the message describes the mistake without the
   *     event's content
   */
  public static Fact decode(byte[] event) {
    if (event == null) {
      throw undecodable("it is empty");
    }
    try {
      return fact(Json.readStrictly(JsonBytes.of(event), ReadEvent.class));
    } catch (UncheckedIOException e) {
      throw undecodable("it is not a JSON object without repeated members");
    } catch (FailureException e) {
      throw e.failure().kind() == FailureKind.UNSUPPORTED
          ? e
          : undecodable("it has a character that cannot be stored");
    }
  }

  /**
   * Decodes the data of a fact.
   *
   * @throws FailureException of kind UNSUPPORTED if the data does not have the form of the type
   */
  public static <T> T data(Fact fact, FactType<T> type) {
    try {
      return Json.readStrictly(fact.data(), type.data());
    } catch (UncheckedIOException | FailureException e) {
      throw undecodable("its data is not that of " + type.name());
    }
  }

  private static Fact fact(ReadEvent event) {
    if (event == null || !SPEC_VERSION.equals(text(event.specVersion(), "specversion"))) {
      throw undecodable("its specversion is not 1.0");
    }
    boolean dataIsElsewhere = event.dataRef() != null;
    if (dataIsElsewhere) {
      text(event.dataRef(), "dataref");
    } else if (event.data() == null || event.data().utf8()[0] != '{') {
      throw undecodable("it has neither an object as data nor a dataref");
    }
    return new Fact(
        id(event.id()),
        text(event.type(), "type"),
        text(event.subject(), "subject"),
        time(event.time()),
        event.traceparent() == null ? null : text(event.traceparent(), "traceparent"),
        dataIsElsewhere ? null : event.data());
  }

  private static UUID id(JsonNode id) {
    return Ids.parse(text(id, "id")).orElseThrow(() -> undecodable("its id is not a UUID"));
  }

  private static Instant time(JsonNode time) {
    try {
      OffsetDateTime read = OffsetDateTime.parse(text(time, "time"));
      if (read.getYear() >= 0 && read.getYear() <= LAST_YEAR) {
        return read.toInstant();
      }
    } catch (DateTimeException e) {
      // refused below
    }
    throw undecodable("its time is not one of RFC 3339");
  }

  private static String text(JsonNode member, String name) {
    if (member == null || !member.isTextual()) {
      throw undecodable("its " + name + " is missing or not a text");
    }
    return member.textValue();
  }

  private static FailureException undecodable(String why) {
    return FailureException.of(
        FailureKind.UNSUPPORTED, "fact.undecodable", "Not a CloudEvent of ours: " + why + ".");
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
      @JsonProperty("dataref") String dataRef,
      JsonBytes data) {}

  private record ReadEvent(
      @JsonProperty("specversion") JsonNode specVersion,
      JsonNode id,
      JsonNode type,
      JsonNode subject,
      JsonNode time,
      JsonNode traceparent,
      @JsonProperty("dataref") JsonNode dataRef,
      JsonBytes data) {}
}
