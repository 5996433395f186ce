package org.attestry.credential.draft;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.runtime.json.Json;

/**
 * The metadata of the SD-JWTs that a template makes (SD-JWT VC, section 6): its claims, and whether
 * each is disclosed separately. Claims whose name or value depends on a hidden field are left out.
 */
public final class TypeMetadata {

  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}_-]+");
  private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,5}");
  private static final Set<String> IDS = Set.of("id", "@id");
  private static final String PLACEHOLDER = "{{";

  private final Set<String> hidden;
  private final List<JsonPointer> listed;
  private final boolean byDefault;
  private final boolean open;
  private final Set<JsonPointer> described = new HashSet<>();
  private final Set<JsonPointer> withheld = new HashSet<>();
  private final ArrayNode claims = Json.array();

  private TypeMetadata(JsonNode template, Set<String> hidden) {
    JsonNode disclosable = template.at("/proof/disclosable");
    this.hidden = hidden;
    this.byDefault = disclosable.isMissingNode();
    List<JsonPointer> pointers = new ArrayList<>();
    boolean filled = disclosable.isTextual();
    for (JsonNode one : disclosable) {
      boolean known = !one.asText().contains(PLACEHOLDER);
      filled |= !known;
      if (known && one.asText().startsWith("/")) {
        pointers.add(JsonPointer.compile(one.asText()));
      }
    }
    this.listed = List.copyOf(pointers);
    this.open = filled;
  }

  /** Returns the address of a type's metadata, which is the {@code vct} of its SD-JWTs. */
  public static String address(String publicBase, String type, String policy) {
    String address = publicBase + "/credential-types/" + type;
    return policy == null
        ? address
        : address + "/" + URLEncoder.encode(policy, UTF_8).replace("+", "%20");
  }

  /**
   * Returns the members {@code name} and {@code claims}.
   *
   * @param template of the credentials; one that is JSON only after it is filled has no known
   *     claims
   * @param hidden names of fields that not everybody may see
   */
  public static ObjectNode of(JsonNode template, String name, Set<String> hidden) {
    ObjectNode metadata = Json.object().put("name", name);
    if (template.at("/credentialSubject").isObject()) {
      metadata.set("claims", new TypeMetadata(template, hidden).claims(template));
    }
    return metadata;
  }

  private ArrayNode claims(JsonNode template) {
    describe(template.get("credentialSubject"), JsonPointer.empty());
    for (JsonPointer pointer : listed) {
      if (!described.contains(pointer) && !isWithheld(pointer, template)) {
        add(pointer);
      }
    }
    return claims;
  }

  /**
   * Says whether the claim's name, its value in the template, or a claim around it depends on a
   * hidden field.
   */
  private boolean isWithheld(JsonPointer pointer, JsonNode template) {
    if (speaksOfHidden(pointer.toString())
        || speaksOfHidden(template.get("credentialSubject").at(pointer))) {
      return true;
    }
    for (JsonPointer part = pointer.head(); part != null; part = part.head()) {
      if (withheld.contains(part)) {
        return true;
      }
    }
    return false;
  }

  private void describe(JsonNode object, JsonPointer parent) {
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      JsonPointer pointer = parent.appendProperty(member.getKey());
      JsonNode value = member.getValue();
      described.add(pointer);
      if (hidden.contains(member.getKey()) || speaksOfHidden(value)) {
        withheld.add(pointer);
      } else {
        add(pointer);
        describe(value, pointer);
      }
    }
  }

  /** Says whether a value, or every item of an array, depends on a hidden field. */
  private boolean speaksOfHidden(JsonNode value) {
    if (!value.isArray()) {
      return value.isValueNode() && speaksOfHidden(value.asText());
    }
    boolean all = !value.isEmpty();
    for (JsonNode item : value) {
      all &= speaksOfHidden(item);
    }
    return all;
  }

  private boolean speaksOfHidden(String text) {
    return BETWEEN_WORDS.splitAsStream(text).anyMatch(hidden::contains)
        || hidden.stream()
            .anyMatch(name -> BETWEEN_WORDS.matcher(name).find() && text.contains(name));
  }

  private void add(JsonPointer pointer) {
    ArrayNode path = claims.addObject().put("sd", disclosure(pointer)).putArray("path");
    boolean top = pointer.tail().matches();
    for (JsonPointer at = pointer; !at.matches(); at = at.tail()) {
      String name = at.getMatchingProperty();
      if (INDEX.matcher(name).matches()) {
        path.add(Integer.parseInt(name));
      } else {
        path.add(top && IDS.contains(name) ? "sub" : name);
      }
    }
  }

  private String disclosure(JsonPointer pointer) {
    if (byDefault) {
      return DisclosableClaims.isByDefault(pointer) ? "always" : "never";
    }
    return listed.contains(pointer) ? "always" : open ? "allowed" : "never";
  }
}
