package org.attestry.schema.domain.config;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** The members that {@code _osConfig} and the objects in it may have. */
enum ConfigMembers {
  OS_CONFIG(
      Set.of(
          "attestationPolicies",
          "certificateTemplates",
          "credentialTemplate",
          "deleteRoles",
          "enableLogin",
          "enableSearch",
          "indexFields",
          "internalFields",
          "inviteRoles",
          "ownershipAttributes",
          "privateFields",
          "roles",
          "signedFields",
          "systemFields",
          "uniqueIndexFields"),
      Set.of(
          "attestationAttributes",
          "attestationFields",
          "autoAttestationPolicies",
          "functionDefinitions",
          "internalFieldConfig",
          "notificationTemplates",
          "osComment",
          "privateFieldConfig",
          "publicFields",
          "subjectJsonPath",
          "uniqueIdentifierFields")),
  ATTESTATION_POLICY(
      Set.of(
          "additionalInput",
          "attestationProperties",
          "attestorPlugin",
          "conditions",
          "credentialTemplate",
          "name",
          "selfAttestation",
          "type"),
      Set.of(
          "attestorEntity",
          "attestorRoles",
          "attestorSignin",
          "completionFunction",
          "completionType",
          "completionValue",
          "createdBy",
          "entity",
          "onComplete",
          "osComment",
          "osid",
          "properties",
          "property",
          "status")),
  OWNERSHIP_ATTRIBUTE(Set.of("email", "mobile", "password", "userId"), Set.of("osComment"));

  private final Set<String> understood;
  private final Set<String> inert;
  private final Set<String> all;

  ConfigMembers(Set<String> understood, Set<String> inert) {
    this.understood = understood;
    this.inert = inert;
    this.all = all(understood, inert);
  }

  boolean knows(String member) {
    return understood.contains(member) || inert.contains(member);
  }

  /** Whether the member is accepted but not acted on. */
  boolean isInert(String member) {
    return inert.contains(member);
  }

  Set<String> all() {
    return all;
  }

  private static Set<String> all(Set<String> understood, Set<String> inert) {
    Set<String> all = new TreeSet<>(understood);
    all.addAll(inert);
    return Collections.unmodifiableSet(all);
  }
}
