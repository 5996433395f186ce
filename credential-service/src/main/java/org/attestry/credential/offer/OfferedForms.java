package org.attestry.credential.offer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.attestry.credential.draft.CredentialDraft;
import org.attestry.credential.issue.CredentialFormat;
import org.attestry.credential.issue.PublishedTemplate;

/** The formats in which wallets receive the credentials of a template. */
public final class OfferedForms {

  private OfferedForms() {}

  /**
   * The configurations of a template. Without a status, a copy could not be revoked: such
   * credentials are not offered.
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

  /** The formats that a credential, or a template that is a JSON object, has. */
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
   * Whether a copy as JSON-LD is bound to its holder, who becomes the subject: the subject must not
   * be somebody else by its own id.
   */
  public static boolean namesHolder(JsonNode credential) {
    JsonNode subject = credential.path("credentialSubject");
    return subject.isObject() && !subject.has("id") && !subject.has("@id");
  }
}
