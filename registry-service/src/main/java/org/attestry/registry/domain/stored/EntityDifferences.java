package org.attestry.registry.domain.stored;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.attestry.registry.domain.attestation.Attestation;
import org.attestry.registry.domain.document.DocumentDiff;
import org.attestry.registry.domain.document.DocumentDiff.Change;
import org.attestry.registry.domain.document.SystemFields;
import org.attestry.runtime.json.JsonPointers;

/**
 * The differences between an entity before and after a change, with pointers into the JSON that
 * clients read: the caller's data, the states and claims of attestations, and the credential
 * without its values.
 */
public final class EntityDifferences {

  private EntityDifferences() {}

  public static List<Change> between(StoredEntity before, StoredEntity after) {
    List<Change> all = new ArrayList<>(DocumentDiff.between(before.body(), after.body()));
    Map<String, String> was = states(before);
    Map<String, String> is = states(after);
    Set<String> pointers = new LinkedHashSet<>(was.keySet());
    pointers.addAll(is.keySet());
    for (String pointer : pointers) {
      if (!Objects.equals(was.get(pointer), is.get(pointer))) {
        all.add(new Change(pointer, text(was.get(pointer)), text(is.get(pointer))));
      }
    }
    if (!Objects.equals(before.credential().id(), after.credential().id())) {
      all.add(new Change("/" + SystemFields.SIGNED_DATA, null, null));
    }
    return List.copyOf(all);
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

  private static Map<String, String> states(StoredEntity entity) {
    Map<String, String> states = new LinkedHashMap<>();
    for (Attestation attestation : entity.attestations()) {
      String property = attestation.property();
      if (property == null) {
        String record = "/" + attestation.policy() + "/" + attestation.osid();
        put(states, record + "/_osState", record + "/_osClaimId", attestation);
      } else {
        put(
            states,
            "/" + JsonPointers.escape(SystemFields.STATE_PREFIX + property),
            "/" + JsonPointers.escape(SystemFields.CLAIM_PREFIX + property),
            attestation);
      }
    }
    return states;
  }

  private static void put(
      Map<String, String> states, String state, String claim, Attestation attestation) {
    states.put(state, attestation.shownState().name());
    if (attestation.shownClaimId() != null) {
      states.put(claim, attestation.shownClaimId());
    }
  }

  private static JsonNode text(String value) {
    return value == null ? null : TextNode.valueOf(value);
  }
}
