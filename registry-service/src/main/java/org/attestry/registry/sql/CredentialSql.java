package org.attestry.registry.sql;

/**
 * The credentials of entities in SQL: those that are valid or suspended, or are yet to be signed.
 */
public final class CredentialSql {

  /** The condition that the content of an entity has such a credential. */
  public static final String OF_CONTENT = "(credential_id IS NOT NULL OR credential_due)";

  private CredentialSql() {}

  /**
   * Returns the set of the attestations in an entity that have such a credential, as jsonb.
   *
   * @param policy the placeholder of the policy's name
   */
  public static String attestations(String policy) {
    return """
    jsonb_path_query(attestations,
      '$[*] ? (@.policy == $policy && (@.credentialDue == true
        || @.renews.credentialDue == true || exists (@.renews.credentialId)
        || (!exists (@.renews) && @.state == "PUBLISHED" && exists (@.credentialId))))',
      jsonb_build_object('policy', %s))\
    """
        .formatted(policy);
  }
}
