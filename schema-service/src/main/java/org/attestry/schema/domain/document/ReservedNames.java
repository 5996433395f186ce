package org.attestry.schema.domain.document;

import java.util.List;
import java.util.Locale;

/**
 * Names that mean something else already. A type's name is also the role that its owners get, so a
 * role that says more than that is no type's name. Upper and lower case are not told apart.
 */
public final class ReservedNames {

  private static final List<String> TYPES = List.of("schema", "revokedcredential", "anonymous");
  private static final List<String> PROVIDER_ROLES = List.of("offline_access", "uma_authorization");
  private static final String PROVIDER_DEFAULTS = "default-roles-";

  private final String adminRole;

  /**
   * @param adminRole the admin role
   */
  public ReservedNames(String adminRole) {
    this.adminRole = adminRole;
  }

  /** Whether no type may have the name. */
  public boolean isNoType(String name) {
    return TYPES.contains(name.toLowerCase(Locale.ROOT)) || isNoAttestor(name);
  }

  /**
   * Whether nobody can attest as this: an admin never does, and the identity provider's own roles
   * are everybody's.
   */
  public boolean isNoAttestor(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return name.equalsIgnoreCase(adminRole)
        || PROVIDER_ROLES.contains(lower)
        || lower.startsWith(PROVIDER_DEFAULTS);
  }
}
