package org.attestry.contracts.schema;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;

/**
 * An attestation policy.
 *
 * @param name unique within the type; also the name of the entity's array of attestation records
 * @param kind who decides
 * @param attestorEntity the entity type whose members attest; empty if there is no attestor
 * @param condition the condition that attestor and requester must satisfy
 * @param attestationProperties alias to the path of the attested value, in the schema's order
 * @param additionalInput the schema of the requester's additional input, or null
 * @param credentialTemplate the credential issued on a grant, or null
 * @param selfAttestation whether attestors may decide claims that they raised or whose entity they
 *     own
 * @param certificateTemplates as those of the type, for the certificates of its attestations
 * @param rules how its claims are decided; {@link DecisionRules#DEFAULT} where it has none
 */
public record AttestationPolicy(
    String name,
    Kind kind,
    String attestorEntity,
    Condition condition,
    Map<String, FieldPath> attestationProperties,
    JsonBytes additionalInput,
    JsonBytes credentialTemplate,
    boolean selfAttestation,
    Map<String, String> certificateTemplates,
    DecisionRules rules) {

  public AttestationPolicy {
    certificateTemplates =
        certificateTemplates == null ? Map.of() : Map.copyOf(certificateTemplates);
    rules = rules == null ? DecisionRules.DEFAULT : rules;
  }

  /** Returns the same policy with other certificate templates. */
  public AttestationPolicy withCertificates(Map<String, String> templates) {
    return new AttestationPolicy(
        name,
        kind,
        attestorEntity,
        condition,
        attestationProperties,
        additionalInput,
        credentialTemplate,
        selfAttestation,
        templates,
        rules);
  }

  /** Who decides: an attestor, or the condition alone. */
  public enum Kind {
    MANUAL,
    AUTOMATED
  }

  /** Returns the top-level properties that contain an attested value, in the schema's order. */
  public Set<String> attestedProperties() {
    return attestationProperties.values().stream()
        .map(FieldPath::property)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
