package org.attestry.adopt.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.attestry.adopt.incumbent.IncumbentClaim;
import org.attestry.adopt.report.Finding;
import org.attestry.adopt.report.Report;
import org.attestry.adopt.suite.Reply;
import org.attestry.adopt.suite.Suite;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** Compares a claim of the former system with what the suite shows an administrator. */
final class ClaimComparison {

  private final Suite suite;
  private final Report report;

  ClaimComparison(Suite suite, Report report) {
    this.suite = suite;
    this.report = report;
  }

  void compare(IncumbentClaim there) {
    Reply reply =
        suite.get("/api/v1/%s/claims/%s".formatted(Suite.encoded(there.entity()), there.id()));
    if (!reply.isOk()) {
      different(there, "", "The suite does not have it: " + reply.failure());
      return;
    }
    JsonNode here = reply.json();
    compare(there, "status", there.open() ? "OPEN" : "CLOSED", here.path("status"));
    compare(there, "decision", there.decision(), here.path("decision"));
    compare(there, "entityId", there.entityId(), here.path("entityId"));
    compare(there, "attestationId", there.attestationId(), here.path("attestationId"));
    compare(there, "attestationName", there.attestationName(), here.path("attestationName"));
    compare(there, "attestorEntity", there.attestorEntity(), here.path("attestorEntity"));
    compare(there, "createdAt", millis(there.createdAt()), here.path("createdAt"));
    if (!there.open()) {
      compare(there, "attestedOn", millis(there.decidedAt()), here.path("attestedOn"));
    }
    compareNotes(there, here.path("notes"));
    compareValues(there, here.path("propertyData"));
  }

  private void compare(IncumbentClaim claim, String member, String there, JsonNode here) {
    String shown = here.isMissingNode() || here.isNull() ? null : here.asText();
    if (there != null && !there.equals(shown) || there == null && shown != null) {
      different(claim, "/" + member, "there %s, here %s".formatted(there, shown));
    }
  }

  private static String millis(Instant time) {
    if (time == null) {
      return null;
    }
    String text = time.truncatedTo(ChronoUnit.MILLIS).toString();
    return text.contains(".") ? text : text.replace("Z", ".000Z");
  }

  private void compareNotes(IncumbentClaim there, JsonNode here) {
    if (there.notes().size() != here.size()) {
      different(
          there, "/notes", "there %d notes, here %d".formatted(there.notes().size(), here.size()));
      return;
    }
    for (int i = 0; i < here.size(); i++) {
      compare(there, "notes/" + i, there.notes().get(i).text(), here.path(i).path("text"));
    }
  }

  private void compareValues(IncumbentClaim there, JsonNode here) {
    if (there.propertyData() == null) {
      return;
    }
    ObjectNode values = Json.read(JsonBytes.of(there.propertyData())).deepCopy();
    for (Map.Entry<String, JsonNode> value : List.copyOf(values.properties())) {
      if (there.open() && isAmong(value.getValue(), here.path(value.getKey()))) {
        values.set(value.getKey(), here.path(value.getKey()));
        report.add(
            Finding.KNOWN,
            "Claim %s /propertyData/%s".formatted(there.id(), value.getKey()),
            "there one item, here all items, which the policy attests.");
      }
    }
    new Values((pointer, sentence) -> different(there, "/propertyData" + pointer, sentence))
        .compare("", values, here, Set.of());
  }

  /** Whether an open claim shows all items where the former policy named one by its position. */
  private static boolean isAmong(JsonNode there, JsonNode here) {
    return there.isValueNode()
        && here.isArray()
        && StreamSupport.stream(here.spliterator(), false).anyMatch(there::equals);
  }

  private void different(IncumbentClaim claim, String pointer, String sentence) {
    report.add(Finding.DIFFERENT, "Claim %s %s".formatted(claim.id(), pointer), sentence);
  }
}
