package org.attestry.contracts.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;

/**
 * The {@code _osConfig} of a type (interface 5.2), checked. Only {@code credentialTemplate} can be
 * null.
 *
 * @param roles roles that may access the type; empty means any valid token
 * @param readRoles roles that may read entities; empty means any valid token; null for {@code
 *     roles}
 * @param createRoles roles that may create and import; empty means any valid token; null for {@code
 *     roles}
 * @param inviteRoles roles that may invite; empty means any valid token
 * @param deleteRoles roles that may delete, besides owner and admin
 * @param ownershipAttributes fields of an entity that name its owners
 * @param privateFields fields hidden from public reads
 * @param internalFields fields shown to owner and admin alone
 * @param signedFields fields that are signed
 * @param systemFields those of osCreatedAt, osUpdatedAt, osCreatedBy, osUpdatedBy that are shown
 * @param indexFields the declared indexes: each has one path, or several for a composite index
 * @param substringFields string fields that have a substring index, as those of indexFields have
 * @param uniqueFields the unique constraints: each has one path, or several for a composite
 *     constraint
 * @param caseInsensitiveFields fields whose texts unique constraints compare without regard to case
 * @param attestationPolicies the policies, in the schema's order
 * @param credentialTemplate a JSON-LD template, or null when entities are not signed
 * @param certificateTemplates key to the address of a template; in a published type, {@code html:}
 *     or {@code svg:} and the id of the version to which the address was resolved at publication
 * @param enableLogin whether owners get a user at the identity provider
 * @param enableSearch whether the type can be searched
 */
public record TypeConfig(
    List<String> roles,
    List<String> readRoles,
    List<String> createRoles,
    List<String> inviteRoles,
    List<String> deleteRoles,
    List<OwnershipAttribute> ownershipAttributes,
    List<FieldPath> privateFields,
    List<FieldPath> internalFields,
    List<FieldPath> signedFields,
    List<String> systemFields,
    List<List<FieldPath>> indexFields,
    List<FieldPath> substringFields,
    List<List<FieldPath>> uniqueFields,
    List<FieldPath> caseInsensitiveFields,
    List<AttestationPolicy> attestationPolicies,
    JsonBytes credentialTemplate,
    Map<String, String> certificateTemplates,
    boolean enableLogin,
    boolean enableSearch) {

  public TypeConfig {
    roles = List.copyOf(roles);
    readRoles = readRoles == null ? roles : List.copyOf(readRoles);
    createRoles = createRoles == null ? roles : List.copyOf(createRoles);
    inviteRoles = List.copyOf(inviteRoles);
    deleteRoles = List.copyOf(deleteRoles);
    ownershipAttributes = List.copyOf(ownershipAttributes);
    privateFields = List.copyOf(privateFields);
    internalFields = List.copyOf(internalFields);
    signedFields = List.copyOf(signedFields);
    systemFields = List.copyOf(systemFields);
    indexFields = List.copyOf(indexFields);
    substringFields = substringFields == null ? List.of() : List.copyOf(substringFields);
    uniqueFields = List.copyOf(uniqueFields);
    caseInsensitiveFields =
        caseInsensitiveFields == null ? List.of() : List.copyOf(caseInsensitiveFields);
    attestationPolicies = List.copyOf(attestationPolicies);
    certificateTemplates = Map.copyOf(certificateTemplates);
  }

  /** Returns the unique constraints that an earlier configuration lacks, or holds with its case. */
  public List<List<FieldPath>> uniqueFieldsBeyond(TypeConfig earlier) {
    List<FieldPath> newlyFolded = new ArrayList<>(caseInsensitiveFields);
    newlyFolded.removeAll(earlier.caseInsensitiveFields);
    return uniqueFields.stream()
        .filter(
            fields ->
                !earlier.uniqueFields.contains(fields)
                    || fields.stream().anyMatch(newlyFolded::contains))
        .toList();
  }

  /** Returns the same configuration with other policies and certificate templates. */
  public TypeConfig withCertificates(
      List<AttestationPolicy> policies, Map<String, String> templates) {
    return new TypeConfig(
        roles,
        readRoles,
        createRoles,
        inviteRoles,
        deleteRoles,
        ownershipAttributes,
        privateFields,
        internalFields,
        signedFields,
        systemFields,
        indexFields,
        substringFields,
        uniqueFields,
        caseInsensitiveFields,
        policies,
        credentialTemplate,
        templates,
        enableLogin,
        enableSearch);
  }
}
