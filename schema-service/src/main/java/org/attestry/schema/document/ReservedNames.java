package org.attestry.schema.document;

import java.util.List;
import java.util.Locale;
import org.attestry.contracts.schema.FixedPaths;

/**
 * Names that types cannot have. A type's name is also the role of its owners, so names of
 * privileged roles are reserved, in upper and lower case; it is also a segment of URL paths, so
 * names of operations are reserved.
 */
public final class ReservedNames {

  private static final List<String> TYPES = List.of("schema", "revokedcredential", "anonymous");
  private static final List<String> PROVIDER_ROLES = List.of("offline_access", "uma_authorization");
  private static final String PROVIDER_DEFAULTS = "default-roles-";

  private final String adminRole;
  private final List<String> signerRoles;

  /**
   * @param signerRoles the roles that sign
   */
  public ReservedNames(String adminRole, List<String> signerRoles) {
    this.adminRole = adminRole;
    this.signerRoles = List.copyOf(signerRoles);
  }

  /** Whether the name is reserved, so that no type may have it. */
  public boolean isNoType(String name) {
    return FixedPaths.API.contains(name)
        || FixedPaths.DOCS.contains(name)
        || TYPES.contains(name.toLowerCase(Locale.ROOT))
        || isSigner(name)
        || isNoAttestor(name);
  }

  /** Whether the name is that of a role that signs. */
  public boolean isSigner(String name) {
    return signerRoles.stream().anyMatch(name::equalsIgnoreCase);
  }

  /**
   * Whether the role cannot be an attestor role: admins do not attest, and all users have the
   * default roles of the identity provider.
   */
  public boolean isNoAttestor(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return name.equalsIgnoreCase(adminRole)
        || PROVIDER_ROLES.contains(lower)
        || lower.startsWith(PROVIDER_DEFAULTS);
  }
}
