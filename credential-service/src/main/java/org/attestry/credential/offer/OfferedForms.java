package org.attestry.credential.offer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.attestry.credential.draft.CredentialDraft;
import org.attestry.credential.issue.CredentialFormat;
import org.attestry.credential.issue.PublishedTemplate;

/** Finds the formats in which wallets get the credentials of a template. */
public final class OfferedForms {

  private OfferedForms() {}

  /**
   * Returns the configurations of a template; none for credentials without a status, because copies
   * of them could not be revoked.
   */
  public static List<CredentialConfiguration> of(PublishedTemplate template) {
    JsonNode document = template.template();
    boolean listed = !document.has("credentialStatus");
    Set<CredentialFormat> formats =
        document instanceof ObjectNode filled && listed
            ? of(filled)
            : listed ? EnumSet.of(CredentialFormat.SD_JWT) : EnumSet.noneOf(CredentialFormat.class);
    return formats.stream()
        .map(
            format ->
                new CredentialConfiguration(template.type().name(), template.policyName(), format))
        .toList();
  }

  /** Returns the issuer that a template names; empty for the default one. */
  public static String issuer(PublishedTemplate template) {
    JsonNode issuer = template.template().path("issuer");
    return (issuer.isObject() ? issuer.path("id") : issuer).asText();
  }

  /** Returns the formats of a credential, or of a template that is a JSON object. */
  static Set<CredentialFormat> of(ObjectNode credential) {
    EnumSet<CredentialFormat> formats = EnumSet.noneOf(CredentialFormat.class);
    if (credential.path("credentialSubject").isObject()) {
      formats.add(CredentialFormat.SD_JWT);
      formats.add(CredentialFormat.LDP);
    }
    boolean inJwt =
        CredentialDraft.isSecond(credential)
            && CredentialDraft.JWT_CLAIMS.stream().noneMatch(credential::has);
    if (inJwt) {
      formats.add(CredentialFormat.JWT);
    }
    return formats;
  }

  /**
   * Says whether a copy as JSON-LD can be bound to its holder, who becomes its subject: the subject
   * must not have another id.
   */
  public static boolean namesHolder(JsonNode credential) {
    JsonNode subject = credential.path("credentialSubject");
    return subject.isObject() && !subject.has("id") && !subject.has("@id");
  }
}
