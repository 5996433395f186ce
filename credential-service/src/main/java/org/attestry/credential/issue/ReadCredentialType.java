package org.attestry.credential.issue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.PublicDocument;
import org.attestry.contracts.credential.CredentialOperations.ReadCredentialTypeRequest;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.context.PublishedTemplates;
import org.attestry.credential.draft.TypeMetadata;
import org.attestry.runtime.json.Json;

/**
 * Reads the metadata of a type of SD-JWTs, as the published template makes them now. Anybody may
 * read it: it has no claim of a hidden field.
 */
public record ReadCredentialType(
    PublishedTemplates templates, CryptoWorkers compute, String publicBase) {

  /** Fails NOT_FOUND for a type that is not published or has no credentials, or no such policy. */
  public Future<PublicDocument> handle(ReadCredentialTypeRequest request, CallContext context) {
    return templates
        .type(request.type(), context)
        .compose(type -> compute.run(context.deadline(), () -> document(type, request)));
  }

  /** A template may be long. */
  private PublicDocument document(EntityType type, ReadCredentialTypeRequest request) {
    return vct(
        request.policy() == null
            ? ofEntities(type)
            : ofAttestations(type, policy(type, request.policy())),
        request);
  }

  private PublicDocument vct(ObjectNode metadata, ReadCredentialTypeRequest request) {
    String address = TypeMetadata.address(publicBase, request.type(), request.policy());
    ObjectNode document = Json.object().put("vct", address);
    return new PublicDocument(Json.write(document.setAll(metadata)));
  }

  private static ObjectNode ofEntities(EntityType type) {
    JsonBytes template = type.config().credentialTemplate();
    return TypeMetadata.of(parsed(template), type.name(), hidden(type.config()));
  }

  private static ObjectNode ofAttestations(EntityType type, AttestationPolicy policy) {
    Set<String> fields = hidden(type.config());
    Stream<String> aliases =
        policy.attestationProperties().entrySet().stream()
            .filter(attested -> attested.getValue().segments().stream().anyMatch(fields::contains))
            .map(attested -> attested.getKey());
    Set<String> hidden =
        Stream.concat(fields.stream(), aliases).collect(Collectors.toUnmodifiableSet());
    return TypeMetadata.of(parsed(policy.credentialTemplate()), policy.name(), hidden);
  }

  private static AttestationPolicy policy(EntityType type, String name) {
    return type.config().attestationPolicies().stream()
        .filter(policy -> policy.name().equals(name))
        .findFirst()
        .orElseThrow(ReadCredentialType::unknown);
  }

  /** The names of private and internal fields, and of those whose members all are. */
  private static Set<String> hidden(TypeConfig config) {
    return Stream.concat(config.privateFields().stream(), config.internalFields().stream())
        .flatMap(
            path ->
                path.segments().reversed().stream()
                    .filter(name -> !name.equals(FieldPath.ANY))
                    .limit(1))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static JsonNode parsed(JsonBytes template) {
    if (template == null) {
      throw unknown();
    }
    JsonNode parsed = Json.read(template);
    return parsed.isTextual() ? parsedText(parsed.textValue()) : parsed;
  }

  private static JsonNode parsedText(String text) {
    try {
      return Json.parse(JsonBytes.of(text));
    } catch (FailureException e) {
      return MissingNode.getInstance();
    }
  }

  private static FailureException unknown() {
    return FailureException.notFound(
        "credential.type.not-found", "There are no credentials of such a type here.");
  }
}
