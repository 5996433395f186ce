package org.attestry.schema.domain.document;

import java.util.List;
import java.util.Locale;
import org.attestry.contracts.schema.FixedPaths;

/**
 * Names that mean something else already. A type's name is also the role that its owners get, so a
 * role that says more than that is no type's name; upper and lower case of roles are not told
 * apart. It stands in paths, where some words are operations.
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

  /** Whether no type may have the name. */
  public boolean isNoType(String name) {
    return FixedPaths.API.contains(name)
        || FixedPaths.DOCS.contains(name)
        || TYPES.contains(name.toLowerCase(Locale.ROOT))
        || signerRoles.stream().anyMatch(name::equalsIgnoreCase)
        || isNoAttestor(name);
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
