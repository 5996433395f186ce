package org.attestry.registry.stored;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.document.DocumentDiff;
import org.attestry.registry.document.DocumentDiff.Change;
import org.attestry.registry.document.SystemFields;
import org.attestry.registry.status.CredentialStatus;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;

/**
 * The differences between an entity before and after a change, with pointers into the JSON that
 * clients read: the caller's data, the states and claims of attestations, the credential without
 * its values, and the status of credentials.
 */
public final class EntityDifferences {

  private EntityDifferences() {}

  public static List<Change> between(StoredEntity before, StoredEntity after) {
    List<Change> all = new ArrayList<>(DocumentDiff.between(before.body(), after.body()));
    Map<String, JsonNode> was = states(before);
    Map<String, JsonNode> is = states(after);
    Set<String> pointers = new LinkedHashSet<>(was.keySet());
    pointers.addAll(is.keySet());
    for (String pointer : pointers) {
      if (!Objects.equals(was.get(pointer), is.get(pointer))) {
        all.add(new Change(pointer, was.get(pointer), is.get(pointer)));
      }
    }
    if (!before.owners().equals(after.owners())) {
      all.add(new Change("/" + SystemFields.OWNER, list(before.owners()), list(after.owners())));
    }
    if (!Objects.equals(before.credential().id(), after.credential().id())) {
      all.add(new Change("/" + SystemFields.SIGNED_DATA, null, null));
    }
    return List.copyOf(all);
  }

  /** Whether a change is one of the status of a credential, which owner and admin see. */
  public static boolean isOfStatus(Change change) {
    String last = change.pointer().substring(change.pointer().lastIndexOf('/') + 1);
    return last.startsWith(SystemFields.CREDENTIAL_STATUS);
  }

  /**
   * Returns the pointer to the property that a change belongs to: if the pointer is to the state or
   * claim of a property, the pointer to that property, otherwise the pointer itself.
   */
  public static String property(String pointer) {
    for (String prefix : List.of(SystemFields.STATE_PREFIX, SystemFields.CLAIM_PREFIX)) {
      String written = "/" + JsonPointers.escape(prefix);
      if (pointer.startsWith(written)) {
        return "/" + pointer.substring(written.length());
      }
    }
    return pointer;
  }

  private static Map<String, JsonNode> states(StoredEntity entity) {
    Map<String, JsonNode> states = new LinkedHashMap<>();
    for (Attestation attestation : entity.attestations()) {
      String property = attestation.property();
      if (property == null) {
        put(states, "/" + attestation.policy() + "/" + attestation.osid() + "/", "", attestation);
      } else {
        put(states, "/", JsonPointers.escape("/" + property), attestation);
      }
    }
    put(states, "/" + SystemFields.CREDENTIAL_STATUS, entity.credential().status());
    return states;
  }

  /** Adds the members of an attestation whose names are between two parts of their pointers. */
  private static void put(
      Map<String, JsonNode> states, String before, String after, Attestation attestation) {
    states.put(before + "_osState" + after, TextNode.valueOf(attestation.shownState().name()));
    if (attestation.shownClaimId() != null) {
      states.put(before + "_osClaimId" + after, TextNode.valueOf(attestation.shownClaimId()));
    }
    put(states, before + SystemFields.CREDENTIAL_STATUS + after, attestation.status());
  }

  private static void put(Map<String, JsonNode> states, String pointer, CredentialStatus status) {
    if (status != null) {
      states.put(pointer, status.shown());
    }
  }

  private static JsonNode list(List<String> values) {
    ArrayNode list = Json.array();
    values.forEach(list::add);
    return list;
  }
}
