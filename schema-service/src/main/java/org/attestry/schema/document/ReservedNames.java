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
  private final List<String> privilegedRoles;

  /**
   * @param privilegedRoles the roles that sign or request presentations
   */
  public ReservedNames(String adminRole, List<String> privilegedRoles) {
    this.adminRole = adminRole;
    this.privilegedRoles = List.copyOf(privilegedRoles);
  }

  /** Whether the name is reserved, so that no type may have it. */
  public boolean isNoType(String name) {
    return FixedPaths.API.contains(name)
        || FixedPaths.DOCS.contains(name)
        || TYPES.contains(name.toLowerCase(Locale.ROOT))
        || isPrivileged(name)
        || isNoAttestor(name);
  }

  /** Whether the name is that of a role that signs or requests presentations. */
  public boolean isPrivileged(String name) {
    return privilegedRoles.stream().anyMatch(name::equalsIgnoreCase);
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
