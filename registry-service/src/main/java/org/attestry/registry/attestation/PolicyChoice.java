package org.attestry.registry.attestation;

import java.util.List;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.document.PropertyPath;
import org.attestry.registry.types.PublishedType;

/** Selects the policy of an attestation. */
public final class PolicyChoice {

  private PolicyChoice() {}

  /**
   * Returns the policy that attests the property. Automated policies are left out.
   *
   * @param wanted the policy's name if several policies attest the property, or null
   * @throws org.attestry.contracts.FailureException INVALID if no policy attests the property, or
   *     if several do and none is named
   */
  public static AttestationPolicy ofProperty(PublishedType type, PropertyPath path, String wanted) {
    List<AttestationPolicy> policies =
        type.policiesOf(path.first()).stream()
            .filter(policy -> !AutomatedAttestations.isAutomated(policy))
            .filter(policy -> wanted == null || policy.name().equals(wanted))
            .toList();
    if (policies.size() == 1) {
      return policies.get(0);
    }
    String message =
        policies.isEmpty()
            ? "No such attestation policy attests this property and has an attestor."
            : "Several attestation policies attest this property; name one with the query policy.";
    throw FailureException.invalid(
        "registry.attestation.policy", path.pointer(), "policy", message);
  }

  public static AttestationPolicy named(PublishedType type, String name) {
    return type.policy(name == null ? "" : name)
        .orElseThrow(
            () ->
                FailureException.invalid(
                    "registry.attestation.policy",
                    "/name",
                    "policy",
                    "The type has no such attestation policy; it has %s.".formatted(names(type))));
  }

  private static List<String> names(PublishedType type) {
    return type.config().attestationPolicies().stream().map(AttestationPolicy::name).toList();
  }
}
