package org.attestry.credential.bus;

import io.vertx.core.Future;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.FindTypesRequest;
import org.attestry.contracts.schema.SchemaOperations;
import org.attestry.contracts.schema.SchemaOperations.ReadTypeRequest;
import org.attestry.credential.context.PublishedTemplates;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.json.Json;

/** Schema-service over the bus. */
public record BusPublishedTemplates(BusClient bus) implements PublishedTemplates {

  @Override
  public Future<String> typeNaming(String address, CallContext context) {
    return first(type -> names(type, address), null, context);
  }

  @Override
  public Future<String> typeWithCertificate(String pinned, CallContext context) {
    return first(type -> hasCertificate(type, pinned), null, context);
  }

  @Override
  public Future<EntityType> type(String name, CallContext context) {
    return bus.request(SchemaOperations.READ_TYPE, new ReadTypeRequest(name), context);
  }

  private Future<String> first(Predicate<EntityType> wanted, String after, CallContext context) {
    return bus.request(SchemaOperations.FIND_TYPES, new FindTypesRequest(null, after), context)
        .compose(
            page -> {
              Optional<String> found =
                  page.types().stream().filter(wanted).map(EntityType::name).findFirst();
              return found.isPresent() || page.next() == null
                  ? Future.succeededFuture(found.orElse(null))
                  : first(wanted, page.next(), context);
            });
  }

  /**
   * Says whether a template of the type contains the address. A template is a JSON object, or its
   * text in a string.
   */
  private static boolean names(EntityType type, String address) {
    return Stream.concat(
            Stream.of(type.config()).map(config -> config.credentialTemplate()),
            type.config().attestationPolicies().stream().map(AttestationPolicy::credentialTemplate))
        .filter(Objects::nonNull)
        .map(template -> Json.read(template).toString())
        .anyMatch(
            text -> text.contains('"' + address + '"') || text.contains("\\\"" + address + "\\\""));
  }

  private static boolean hasCertificate(EntityType type, String pinned) {
    return Stream.concat(
            Stream.of(type.config().certificateTemplates()),
            type.config().attestationPolicies().stream()
                .map(AttestationPolicy::certificateTemplates))
        .anyMatch(templates -> templates.containsValue(pinned));
  }
}
