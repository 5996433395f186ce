package org.attestry.credential.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import org.attestry.contracts.Deadline;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.draft.ExampleEntity;
import org.attestry.credential.template.MarkupTemplate;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.SchemaTitles;

/**
 * Renders templates with an example that is made from a schema. Nothing is signed.
 *
 * @param issuer that examples name
 */
public record ExampleCertificate(MakeCertificate make, String issuer, Clock clock) {

  /** The id of the example. No credential has it, so that the verification page shows none. */
  private static final String ID = "urn:uuid:00000000-0000-0000-0000-000000000000";

  /**
   * Fails INVALID for a template that cannot be rendered within the limits, UNAVAILABLE if no
   * renderer is available.
   *
   * @param type the type's name; null for none
   * @param definition the type's draft-07 schema
   */
  Future<byte[]> render(
      String type,
      JsonNode definition,
      MarkupTemplate template,
      CertificateForm form,
      Deadline deadline) {
    return make.of(() -> content(type, definition, deadline), template, form, deadline);
  }

  private MakeCertificate.Content content(String type, JsonNode definition, Deadline deadline) {
    ObjectNode entity =
        ExampleEntity.of(definition, true, new HashMap<>(), CallBudget.until(deadline));
    return new MakeCertificate.Content(
        type == null ? "Example" : type,
        definition,
        SchemaTitles.of(definition, null),
        entity,
        false,
        credential(entity),
        null,
        CertificateState.EXAMPLE);
  }

  private ObjectNode credential(ObjectNode entity) {
    ObjectNode credential =
        Json.object()
            .put("id", ID)
            .put("issuer", issuer)
            .put("issuanceDate", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
    return credential.set("credentialSubject", entity);
  }
}
