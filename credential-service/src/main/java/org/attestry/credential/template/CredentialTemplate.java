package org.attestry.credential.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.TemplateRead;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonLocation;

/**
 * A credential template: a JSON object whose strings contain Handlebars forms, or the text of such
 * an object. Filling it changes JSON strings only: no member names, and not {@code @context}. A
 * placeholder that is the whole string keeps the type of its value: a number, a boolean, an array,
 * an object. Within other text, numbers and booleans become their text, arrays of these are
 * separated by commas, other structure becomes its JSON text, and a missing value is an empty
 * string. A member or item that is only a placeholder is left out if the value is missing or empty.
 * An object that becomes empty is left out too. If nothing is left of {@code credentialSubject},
 * its claims are empty strings.
 */
public final class CredentialTemplate {

  private static final String CONTEXT = "@context";
  private static final String SUBJECT = "/credentialSubject";

  private final JsonNode template;

  private CredentialTemplate(JsonNode template) {
    this.template = template;
  }

  /**
   * @param template an object, or a JSON string with the template's text
   * @throws FailureException of kind INVALID if it is neither
   */
  public static CredentialTemplate of(JsonNode template) {
    if (template == null || !(template.isObject() || template.isTextual())) {
      throw refusal("", "type", "The credential template must be a JSON object.");
    }
    if (template.isTextual() && !template.textValue().stripLeading().startsWith("{")) {
      throw refusal(
          "",
          "template.text",
          "The credential template must be a JSON object or its text; addresses are not fetched:"
              + " upload the template itself, as the value of this member.");
    }
    return new CredentialTemplate(template);
  }

  /**
   * @param data the entity, or other data in which paths are looked up
   * @param budget limits the work
   * @return a new document
   * @throws FailureException of kind INVALID with the pointer of the text at fault, or the failure
   *     of a spent budget
   */
  public ObjectNode fill(JsonNode data, Budget budget) {
    return fillNaming(data, budget).document();
  }

  /**
   * A filled template.
   *
   * @param issuer as the template names it; if data fills it, a text that is no issuer
   * @param brought the names of members of objects that were inserted whole
   * @param leftOut pointers into the template to omitted placeholders
   */
  public record Filled(
      ObjectNode document, String issuer, Set<String> brought, Set<String> leftOut) {

    public Filled {
      brought = Set.copyOf(brought);
      leftOut = Set.copyOf(leftOut);
    }
  }

  /**
   * Fills the strings of a template.
   *
   * @param filled returns null for an omitted string
   * @param leftOut gets the pointers of omitted strings
   */
  private record Leaves(BiFunction<JsonLocation, String, JsonNode> filled, Set<String> leftOut) {

    Leaves(BiFunction<JsonLocation, String, JsonNode> filled) {
      this(filled, new LinkedHashSet<>());
    }

    /** Returns leaves that are empty texts instead of being omitted. */
    Leaves keepingEmpty() {
      return new Leaves(
          (place, text) -> Objects.requireNonNullElse(at(place, text), TextNode.valueOf("")));
    }

    JsonNode at(JsonLocation place, String text) {
      JsonNode value = filled.apply(place, text);
      if (value == null) {
        leftOut.add(place.pointer());
      }
      return value;
    }
  }

  /**
   * Fails if data contains a member that identifies or types a node under contexts that were not
   * known when the template was filled.
   *
   * @param contexts uploaded contexts that the document names
   * @throws FailureException of kind INVALID
   */
  public static void refuseNodesOfData(
      Set<String> brought, Collection<JsonNode> contexts, Budget budget) {
    Set<String> aliases =
        brought.isEmpty() || contexts.isEmpty() ? Set.of() : TypedValue.aliases(contexts, budget);
    brought.stream()
        .filter(aliases::contains)
        .sorted()
        .findFirst()
        .ifPresent(
            name -> {
              throw refusal("", "template.syntax", TypedValue.advice(name));
            });
  }

  /** Does the same as {@link #fill}, and also returns the issuer that the template names. */
  public Filled fillNaming(JsonNode data, Budget budget) {
    return fillNaming(data, new Rendering(budget), budget);
  }

  /**
   * Does the same as {@link #fillNaming}, for data of a stored entity. The ids of its objects
   * ({@code osid}) belong to the registry, and are left out of objects that are inserted whole. A
   * template that names one gets it.
   */
  public Filled fillStored(JsonNode data, Budget budget) {
    return fillNaming(data, new Rendering(budget, true), budget);
  }

  private Filled fillNaming(JsonNode data, Rendering rendering, Budget budget) {
    Scope scope = Scope.root(data);
    if (template.isObject()) {
      TypedValue typed = TypedValue.under(template.path(CONTEXT), budget);
      Leaves leaves = new Leaves((place, text) -> text(place, text, rendering, scope, typed));
      ObjectNode filled = object(template, JsonLocation.ROOT, leaves);
      return new Filled(filled, issuerOf(template), typed.brought(), leaves.leftOut());
    }
    return fillText(template.textValue(), rendering, scope, budget);
  }

  /**
   * Returns the first 1,000 places at which the template reads data, in their order.
   *
   * @throws TemplateSyntaxException if the template is invalid; also throws the failure of a spent
   *     budget
   */
  public List<TemplateRead> reads(Budget budget) {
    TemplateReads reads = new TemplateReads(new Rendering(budget));
    if (template.isTextual()) {
      reads.add(template.textValue(), "");
    } else {
      reads.addAll(template, JsonLocation.ROOT);
    }
    return reads.found();
  }

  /** Returns the issuer, with placeholders or marks in place of data. */
  private static String issuerOf(JsonNode unfilled) {
    JsonNode named = unfilled.path("issuer");
    return (named.isObject() ? named.path("id") : named).asText();
  }

  private static Filled fillText(String text, Rendering rendering, Scope scope, Budget budget) {
    if (JsonTemplateText.usesReservedCharacters(text)) {
      throw refusal("", "template.text", "The template uses the characters U+E000 or U+E001.");
    }
    JsonTemplateText output = new JsonTemplateText();
    try {
      rendering.render(rendering.parse(text), scope, output);
    } catch (TemplateSyntaxException e) {
      throw refusal("", "template.syntax", e.getMessage());
    }
    JsonNode marked = parsed(output.json());
    if (!marked.isObject()) {
      throw refusal("", "type", "The credential template must be a JSON object.");
    }
    TypedValue typed = TypedValue.under(marked.path(CONTEXT), budget);
    Leaves leaves =
        new Leaves(
            (place, leaf) -> {
              try {
                return output.fill(leaf, typed);
              } catch (TemplateSyntaxException e) {
                throw refusal(place.pointer(), "template.syntax", e.getMessage());
              }
            });
    ObjectNode filled = object(marked, JsonLocation.ROOT, leaves);
    return new Filled(filled, issuerOf(marked), typed.brought(), leaves.leftOut());
  }

  private static JsonNode parsed(String json) {
    try {
      return Json.parse(JsonBytes.of(json));
    } catch (FailureException e) {
      throw refusal(
          "", "template.text", "The filled template is no JSON. " + e.failure().message());
    }
  }

  private static ObjectNode object(JsonNode node, JsonLocation place, Leaves leaves) {
    ObjectNode filled = Json.object();
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      String name = member.getKey();
      JsonLocation at = place.member(name);
      refuseExpression(name, at, "member names");
      if (name.equals(CONTEXT)) {
        refuseExpressions(member.getValue(), at);
        filled.set(name, member.getValue().deepCopy());
      } else {
        JsonNode value = value(member.getValue(), at, leaves);
        if (value == null && at.pointer().equals(SUBJECT)) {
          value = object(member.getValue(), at, leaves.keepingEmpty());
        }
        if (value != null) {
          filled.set(name, value);
        }
      }
    }
    return filled;
  }

  /** Returns null for an omitted string, and for an object that becomes empty. */
  private static JsonNode value(JsonNode node, JsonLocation place, Leaves leaves) {
    if (node.isTextual()) {
      return leaves.at(place, node.textValue());
    }
    if (node.isObject()) {
      ObjectNode filled = object(node, place, leaves);
      return filled.isEmpty() && !node.isEmpty() ? null : filled;
    }
    if (node.isArray()) {
      ArrayNode filled = JsonNodeFactory.instance.arrayNode(node.size());
      for (int i = 0; i < node.size(); i++) {
        JsonNode value = value(node.get(i), place.item(i), leaves);
        if (value != null) {
          filled.add(value);
        }
      }
      return filled;
    }
    return node;
  }

  private static JsonNode text(
      JsonLocation place, String text, Rendering rendering, Scope scope, TypedValue typed) {
    if (!TemplateText.hasExpressions(text)) {
      return TextNode.valueOf(text);
    }
    try {
      List<TemplatePart> parts = rendering.parse(text);
      Output.Leaf output = new Output.Leaf();
      rendering.render(parts, scope, output);
      return output.value(typed);
    } catch (TemplateSyntaxException e) {
      throw refusal(place.pointer(), "template.syntax", e.getMessage());
    }
  }

  private static void refuseExpressions(JsonNode node, JsonLocation place) {
    if (node.isTextual()) {
      refuseExpression(node.textValue(), place, CONTEXT);
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      JsonLocation at = place.member(member.getKey());
      refuseExpression(member.getKey(), at, CONTEXT);
      refuseExpressions(member.getValue(), at);
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      refuseExpressions(node.get(i), place.item(i));
    }
  }

  private static void refuseExpression(String text, JsonLocation place, String where) {
    if (TemplateText.hasExpressions(text) || JsonTemplateText.isMarked(text)) {
      throw refusal(
          place.pointer(), "template.place", "Data cannot fill " + where + " of a template.");
    }
  }

  private static FailureException refusal(String pointer, String rule, String message) {
    return FailureException.invalid("credential.template.invalid", pointer, rule, message);
  }
}
