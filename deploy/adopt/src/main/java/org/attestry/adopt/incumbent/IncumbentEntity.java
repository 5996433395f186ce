package org.attestry.adopt.incumbent;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * An entity of the former system.
 *
 * @param osid without the prefix {@code 1-}
 * @param values what the schema is about, with the {@code osid} of each nested object
 * @param owners user ids
 * @param credential the signed document as text; empty if it was revoked, null if there never was
 *     one
 */
public record IncumbentEntity(
    String type,
    String osid,
    ObjectNode values,
    List<String> owners,
    String createdAt,
    String createdBy,
    String updatedAt,
    String updatedBy,
    boolean deleted,
    String credential,
    List<Attestation> attestations) {

  /**
   * A record of an attestation policy.
   *
   * @param propertiesOsid property to the osids of the attested items, or null
   * @param propertyData JSON as text, or null
   * @param additionalInput an object, or null
   * @param attestedData a signed document or values as text, or null
   */
  public record Attestation(
      String osid,
      String policy,
      String state,
      String claimId,
      ObjectNode propertiesOsid,
      String propertyData,
      ObjectNode additionalInput,
      String attestedData,
      String raisedBy,
      String createdAt) {}
}
