package org.attestry.schema.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.config.ClassPathFile;
import org.attestry.runtime.json.Json;

/** The members that {@code _osConfig} and the objects in it may have. */
enum ConfigMembers {
  OS_CONFIG(
      "/properties",
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
      "uniqueIdentifierFields"),
  ATTESTATION_POLICY(
      "/definitions/attestationPolicy/properties",
      "attestorEntity",
      "attestorRoles",
      "attestorSignin",
      "completionFunction",
      "completionType",
      "completionValue",
      "createdBy",
      "entity",
      "osComment",
      "osid",
      "properties",
      "property",
      "status"),
  OWNERSHIP_ATTRIBUTE("/definitions/ownershipAttribute/properties", "osComment");

  private final Set<String> inert;
  private final Set<String> all;

  /**
   * @param understood the pointer to the members that have an effect, in the schema of
   *     configurations
   * @param inert members that are accepted but have no effect
   */
  ConfigMembers(String understood, String... inert) {
    this.inert = Set.of(inert);
    Set<String> known = new TreeSet<>(this.inert);
    schema().at(understood).fieldNames().forEachRemaining(known::add);
    this.all = Collections.unmodifiableSet(known);
  }

  /** Whether the member is accepted but has no effect. */
  boolean isInert(String member) {
    return inert.contains(member);
  }

  Set<String> all() {
    return all;
  }

  /** Returns the JSON Schema of {@code _osConfig}. */
  static JsonNode schema() {
    return Json.parse(
        JsonBytes.of(ClassPathFile.bytes(ConfigMembers.class, "/schemas/os-config.json")));
  }
}
