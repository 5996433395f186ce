package org.attestry.credential.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes the member {@code credentialStatus} of stored credentials. */
public final class CredentialStatus {

  /**
   * The context that defines the terms for the data model 1.1; the first context of 2.0 defines
   * them itself.
   */
  private static final String CONTEXT = "https://www.w3.org/ns/credentials/status/v1";

  private static final String MEMBER = "credentialStatus";

  private CredentialStatus() {}

  /**
   * Says whether the credential gets entries of our lists. A {@code credentialStatus} of false,
   * null or an empty text means no status; any other value is the template's own status.
   */
  public static boolean isOurs(ObjectNode filled) {
    return !filled.has(MEMBER);
  }

  /** Removes a {@code credentialStatus} that means no status. */
  public static void removeNone(ObjectNode filled) {
    JsonNode value = filled.path(MEMBER);
    boolean none =
        value.isNull()
            || value.isBoolean() && !value.booleanValue()
            || value.isTextual() && value.textValue().isEmpty();
    if (none) {
      filled.remove(MEMBER);
    }
  }

  /**
   * Adds an entry of each purpose.
   *
   * @param credential with an array as {@code @context}
   * @param second whether its first context is that of the data model 2.0
   */
  public static void add(
      ObjectNode credential, boolean second, StatusPlace place, StatusAddresses addresses) {
    ArrayNode contexts = credential.withArray("@context");
    if (!second && !contains(contexts)) {
      contexts.add(CONTEXT);
    }
    ArrayNode entries = credential.putArray(MEMBER);
    for (StatusPurpose purpose : StatusPurpose.values()) {
      String list = addresses.of(place.list(), purpose);
      entries
          .addObject()
          .put("id", list + "#" + place.index())
          .put("type", "BitstringStatusListEntry")
          .put("statusPurpose", purpose.text())
          .put("statusListIndex", Integer.toString(place.index()))
          .put("statusListCredential", list);
    }
  }

  private static boolean contains(ArrayNode contexts) {
    for (JsonNode context : contexts) {
      if (context.asText().equals(CONTEXT)) {
        return true;
      }
    }
    return false;
  }
}
