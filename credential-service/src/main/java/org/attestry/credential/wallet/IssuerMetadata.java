package org.attestry.credential.wallet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.TypesView;
import org.attestry.credential.issue.CredentialFormat;
import org.attestry.credential.issue.PublishedTemplate;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.SigningSuite;
import org.attestry.credential.offer.ClaimTitles;
import org.attestry.credential.offer.CredentialConfiguration;
import org.attestry.credential.offer.OfferDocument;
import org.attestry.credential.offer.OfferedForms;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.token.WalletAddresses;
import org.attestry.credential.token.WalletProofs;
import org.attestry.runtime.json.Json;

/**
 * Writes the metadata of credential issuers (OpenID4VCI 1.0, section 12.2) from the published types
 * and policies that have a {@code credentialTemplate}.
 */
record IssuerMetadata(
    String scope,
    OfferDocument documents,
    WalletAddresses addresses,
    Issuers issuers,
    Proofs proofs,
    WalletProofs walletProofs,
    WalletEncryption encryption) {

  /**
   * Returns the metadata of each issuer whose types have templates, and of the default one, by the
   * issuer's name (empty for the default one).
   */
  Map<String, ObjectNode> of(TypesView types) {
    Map<String, ObjectNode> all = new TreeMap<>();
    all.put("", empty(null));
    for (EntityType type : types.types()) {
      for (PublishedTemplate template : PublishedTemplate.allOf(type)) {
        String name = issuers.hostedName(OfferedForms.issuer(template)).orElse(null);
        ObjectNode metadata =
            all.computeIfAbsent(Objects.requireNonNullElse(name, ""), first -> empty(name));
        add(metadata.withObject("/credential_configurations_supported"), template);
      }
    }
    return all;
  }

  /** Returns the metadata of an issuer without credentials. */
  ObjectNode empty(String name) {
    String issuer = documents.credentialIssuerOf(name);
    ObjectNode metadata = Json.object().put("credential_issuer", issuer);
    addresses.authorizationServers().forEach(metadata.putArray("authorization_servers")::add);
    metadata
        .put("credential_endpoint", addresses.credential())
        .put("deferred_credential_endpoint", addresses.deferred())
        .put("nonce_endpoint", addresses.nonce())
        .put("notification_endpoint", addresses.notification());
    ObjectNode requests = metadata.putObject("credential_request_encryption");
    requests.putObject("jwks").putArray("keys").add(encryption.key());
    WalletEncryption.METHODS.forEach(requests.putArray("enc_values_supported")::add);
    requests.put("encryption_required", false);
    ObjectNode replies = metadata.putObject("credential_response_encryption");
    WalletEncryption.ALGORITHMS.forEach(replies.putArray("alg_values_supported")::add);
    WalletEncryption.METHODS.forEach(replies.putArray("enc_values_supported")::add);
    replies.put("encryption_required", false);
    metadata.putObject("batch_credential_issuance").put("batch_size", CopiesRequest.MOST_COPIES);
    metadata.putObject("credential_configurations_supported");
    return metadata;
  }

  private void add(ObjectNode configurations, PublishedTemplate template) {
    ClaimTitles titles = new ClaimTitles(template);
    for (CredentialConfiguration one : OfferedForms.of(template)) {
      configurations.set(one.id(), configuration(one, template, titles));
    }
  }

  private ObjectNode configuration(
      CredentialConfiguration one, PublishedTemplate template, ClaimTitles titles) {
    ObjectNode configuration =
        Json.object().put("format", one.format().identifier()).put("scope", scope);
    SigningSuite suite = proofs.suite(template.template().path("proof")).orElseGet(proofs::suite);
    configuration
        .putArray("credential_signing_alg_values_supported")
        .add(
            one.format() == CredentialFormat.LDP
                ? suite.name()
                : walletProofs.algorithm(suite.keyType()));
    addDefinition(configuration, one, template);
    if (one.format() != CredentialFormat.LDP || OfferedForms.namesHolder(template.template())) {
      addBinding(configuration, one.format());
    }
    configuration.set("credential_metadata", titles.metadata(one.format()));
    return configuration;
  }

  private void addDefinition(
      ObjectNode configuration, CredentialConfiguration one, PublishedTemplate template) {
    if (one.format() == CredentialFormat.SD_JWT) {
      configuration.put("vct", template.vct(addresses.publicBase()));
      return;
    }
    ObjectNode definition = configuration.putObject("credential_definition");
    JsonNode document = template.template();
    if (one.format() == CredentialFormat.LDP) {
      addTexts(definition.putArray("@context"), document.path("@context"));
    }
    addTexts(definition.putArray("type"), document.path(document.has("type") ? "type" : "@type"));
  }

  /** Adds texts only: inline contexts may name hidden fields. */
  private static void addTexts(ArrayNode array, JsonNode value) {
    for (JsonNode one : value.isArray() ? value : List.of(value)) {
      if (one.isTextual()) {
        array.add(one);
      }
    }
  }

  /**
   * Adds the binding: a copy as JSON-LD names the holder by a DID, the others name the key itself.
   */
  private void addBinding(ObjectNode configuration, CredentialFormat format) {
    ArrayNode methods = configuration.putArray("cryptographic_binding_methods_supported");
    if (format != CredentialFormat.LDP) {
      methods.add("jwk");
    }
    methods.add("did:key").add("did:jwk");
    ObjectNode types = configuration.putObject("proof_types_supported");
    addProofType(types, "jwt", walletProofs.algorithms());
    if (format == CredentialFormat.LDP) {
      addProofType(types, "di_vp", PresentationProofs.SUITES);
    }
  }

  private static void addProofType(ObjectNode types, String name, List<String> algorithms) {
    algorithms.forEach(types.putObject(name).putArray("proof_signing_alg_values_supported")::add);
  }
}
