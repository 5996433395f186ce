package org.attestry.credential.context;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.attestry.runtime.json.JsonLocation;

/**
 * Finds the addresses of contexts in a credential's {@code @context}, scoped ones too. Safe for
 * several threads.
 *
 * @param bundled whether a context of that address is bundled
 */
public record ContextAddresses(Predicate<String> bundled) {

  /** A document that names more contexts is refused before any of them is read. */
  private static final int MOST = 16;

  /**
   * Returns the addresses of contexts that are not bundled. A document from outside takes CPU time.
   */
  public Set<String> in(JsonNode document) {
    Set<String> addresses = new LinkedHashSet<>();
    visit(
        document.path("@context"),
        (place, address) -> {
          if (addresses.size() < MOST && !bundled.test(address)) {
            addresses.add(address);
          }
        });
    return addresses;
  }

  /**
   * @param contexts the value of {@code @context}
   */
  public static void visit(JsonNode contexts, BiConsumer<JsonLocation, String> visitor) {
    context(contexts, JsonLocation.ROOT.member("@context"), visitor);
  }

  private static void context(
      JsonNode context, JsonLocation place, BiConsumer<JsonLocation, String> visitor) {
    if (context.isTextual()) {
      visitor.accept(place, context.textValue());
    }
    for (int i = 0; context.isArray() && i < context.size(); i++) {
      context(context.get(i), place.item(i), visitor);
    }
    definitions(context, place, visitor);
  }

  private static void definitions(
      JsonNode definitions, JsonLocation place, BiConsumer<JsonLocation, String> visitor) {
    for (Map.Entry<String, JsonNode> member : definitions.properties()) {
      String name = member.getKey();
      if (name.equals("@context") || name.equals("@import")) {
        context(member.getValue(), place.member(name), visitor);
      } else {
        definitions(member.getValue(), place.member(name), visitor);
      }
    }
  }
}
