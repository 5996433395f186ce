package org.attestry.credential.offer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.contracts.FieldPath;
import org.attestry.credential.issue.CredentialFormat;
import org.attestry.credential.issue.PublishedTemplate;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.SchemaTitles;

/**
 * The display data of a credential and its claims for wallets (OpenID4VCI 1.0, section 12.2.4,
 * {@code credential_metadata}): the titles of the type's schema in each of its languages. A claim
 * has the title of a field if the value of this field alone fills it.
 */
public final class ClaimTitles {

  private static final String SUBJECT = "credentialSubject";
  private static final String OWN_LANGUAGE = "en";
  private static final int MOST_LANGUAGES = 50;
  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\{\\{\\s*([\\p{L}\\p{N}_-]+(?:\\.[\\p{L}\\p{N}_-]+)*)\\s*}}");

  private final PublishedTemplate template;
  private final Map<String, SchemaTitles> languages = new LinkedHashMap<>();

  public ClaimTitles(PublishedTemplate template) {
    this.template = template;
    JsonNode definition = Json.read(template.type().definition());
    Set<String> tags = new LinkedHashSet<>(List.of(OWN_LANGUAGE));
    definition.path(SchemaTitles.KEYWORD).fieldNames().forEachRemaining(tags::add);
    tags.stream()
        .limit(MOST_LANGUAGES)
        .forEach(tag -> languages.put(tag, SchemaTitles.of(definition, tag)));
  }

  /** Returns the member {@code credential_metadata}. */
  public ObjectNode metadata(CredentialFormat format) {
    ObjectNode described = template.metadata();
    ObjectNode metadata = Json.object();
    metadata.set("display", display(List.of(), described.path("name").asText()));
    ArrayNode claims = metadata.putArray("claims");
    for (JsonNode claim : described.path("claims")) {
      claims.add(claim(claim.path("path"), format));
    }
    if (claims.isEmpty()) {
      metadata.remove("claims");
    }
    return metadata;
  }

  /**
   * Returns the path of a claim. The claims of an SD-JWT are the members of the subject; the other
   * formats contain the subject itself.
   */
  private ObjectNode claim(JsonNode path, CredentialFormat format) {
    ObjectNode claim = Json.object();
    ArrayNode shown = claim.putArray("path");
    if (format != CredentialFormat.SD_JWT) {
      shown.add(SUBJECT);
    }
    for (JsonNode part : path) {
      boolean subjectId = format != CredentialFormat.SD_JWT && part.asText().equals("sub");
      shown.add(subjectId && path.size() == 1 ? Json.object().textNode("id") : part);
    }
    ArrayNode display = display(names(path), null);
    if (!display.isEmpty()) {
      claim.set("display", display);
    }
    return claim;
  }

  /** Returns the names of the field that fills a claim; null if no single field does. */
  private List<String> names(JsonNode path) {
    JsonNode value = template.template().path(SUBJECT);
    for (JsonNode part : path) {
      value = part.isInt() ? value.path(part.intValue()) : value.path(part.asText());
    }
    Matcher field = PLACEHOLDER.matcher(value.asText());
    return field.matches() ? names(List.of(field.group(1).split("\\."))) : null;
  }

  /** Returns the names of a field by the names in the template; that of a policy uses aliases. */
  private List<String> names(List<String> written) {
    if (template.policy() == null) {
      return written;
    }
    FieldPath attested = template.policy().attestationProperties().get(written.getFirst());
    if (attested == null) {
      return null;
    }
    List<String> names =
        new ArrayList<>(
            attested.segments().stream().filter(name -> !name.equals(FieldPath.ANY)).toList());
    names.addAll(written.subList(1, written.size()));
    return names;
  }

  /**
   * @param names of the field; empty for the type; null for a claim that no field fills
   * @param name to show if the type has no title; null for none
   */
  private ArrayNode display(List<String> names, String name) {
    ArrayNode display = Json.array();
    if (names != null) {
      languages.forEach(
          (tag, titles) -> {
            Optional<String> own =
                template.policy() == null || name == null ? titles.of(names) : Optional.empty();
            own.filter(title -> tag.equals(OWN_LANGUAGE) || isOther(title, names))
                .ifPresent(title -> display.addObject().put("name", title).put("locale", tag));
          });
    }
    if (display.isEmpty() && name != null) {
      display.addObject().put("name", name);
    }
    return display;
  }

  /** Says whether the language has a title different from this one. */
  private boolean isOther(String title, List<String> names) {
    return languages.get(OWN_LANGUAGE).of(names).filter(title::equals).isEmpty();
  }
}
