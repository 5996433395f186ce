package org.attestry.registry.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.attestry.registry.validation.CompiledSchema.Rule;

/**
 * Compiles a definition (JSON Schema draft-07). Each schema in it is compiled once, even if it is
 * referenced several times or in a cycle, so that time and memory are proportional to the size of
 * the definition. Nothing is fetched, {@code $id} is ignored, and a value that is not a schema
 * accepts everything.
 */
final class SchemaCompiler {

  private static final String REFERENCE = "$ref";

  /**
   * @param mayLackMembers whether required members may be missing; then more than one alternative
   *     may fit, if the alternatives differ in their required members
   */
  private record Source(JsonNode written, boolean mayLackMembers, CompiledSchema schema) {}

  private final JsonNode definition;
  private final Patterns patterns = new Patterns();
  private final Map<JsonNode, CompiledSchema> complete = new IdentityHashMap<>();
  private final Map<JsonNode, CompiledSchema> partial = new IdentityHashMap<>();
  private final Map<JsonNode, JsonNode> targets = new IdentityHashMap<>();
  private final Deque<Source> todo = new ArrayDeque<>();

  private SchemaCompiler(JsonNode definition) {
    this.definition = definition;
  }

  /**
   * @param mayLackMembers whether a document that lacks required members is valid. This has no
   *     effect below {@code not}, {@code if} and {@code propertyNames}, where a weaker schema would
   *     refuse more
   * @throws RuntimeException if the definition cannot be compiled
   */
  static CompiledSchema compile(JsonNode definition, boolean mayLackMembers) {
    SchemaCompiler compiler = new SchemaCompiler(definition);
    CompiledSchema root = compiler.schema(definition, mayLackMembers);
    while (!compiler.todo.isEmpty()) {
      compiler.define(compiler.todo.pop());
    }
    return root;
  }

  /** Gives a keyword access to the schemas in its value. */
  final class Parts {
    private final boolean mayLackMembers;

    private Parts(boolean mayLackMembers) {
      this.mayLackMembers = mayLackMembers;
    }

    boolean mayLackMembers() {
      return mayLackMembers;
    }

    Patterns patterns() {
      return patterns;
    }

    CompiledSchema of(JsonNode schema) {
      return schema(schema, mayLackMembers);
    }

    List<CompiledSchema> all(JsonNode schemas) {
      List<CompiledSchema> all = new ArrayList<>();
      schemas.forEach(schema -> all.add(of(schema)));
      return List.copyOf(all);
    }

    /** Returns the schema that a schema refers to; itself if it is no reference. */
    JsonNode followed(JsonNode schema) {
      return SchemaCompiler.this.followed(schema);
    }

    /** Compiles a schema with its required members. */
    CompiledSchema whole(JsonNode schema) {
      return schema(schema, false);
    }
  }

  private void define(Source source) {
    JsonNode written = source.written();
    Parts parts = new Parts(source.mayLackMembers());
    List<Rule> rules = new ArrayList<>(ValueRules.of(written));
    rules.addAll(TextRules.of(written, patterns));
    rules.addAll(ArrayRules.of(written, parts));
    rules.addAll(ObjectRules.of(written, parts));
    rules.addAll(CombinedRules.of(written, parts));
    source.schema().define(TypeRule.of(written.path("type")), rules);
  }

  private CompiledSchema schema(JsonNode written, boolean mayLackMembers) {
    JsonNode target = followed(written);
    if (!target.isObject()) {
      return target.isBoolean() && !target.booleanValue()
          ? CompiledSchema.FALSE
          : CompiledSchema.TRUE;
    }
    Map<JsonNode, CompiledSchema> known = mayLackMembers ? partial : complete;
    CompiledSchema schema = known.get(target);
    if (schema == null) {
      schema = new CompiledSchema();
      known.put(target, schema);
      todo.push(new Source(target, mayLackMembers, schema));
    }
    return schema;
  }

  /** Follows references. Keywords beside a reference are ignored (draft-07, section 8.3). */
  private JsonNode followed(JsonNode written) {
    Map<JsonNode, Boolean> passed = new IdentityHashMap<>();
    JsonNode at = written;
    while (at.path(REFERENCE).isTextual()) {
      if (passed.put(at, true) != null) {
        throw new IllegalArgumentException("a $ref leads to itself");
      }
      JsonNode known = targets.get(at);
      at = known == null ? resolved(at.get(REFERENCE).textValue()) : known;
    }
    JsonNode target = at;
    passed.keySet().forEach(reference -> targets.put(reference, target));
    return target;
  }

  private JsonNode resolved(String reference) {
    boolean inside = reference.equals("#") || reference.startsWith("#/");
    JsonNode at = inside ? definition : definition.path("");
    if (inside && reference.length() > 1) {
      String pointer = reference.substring(1).replace("+", "%2B");
      at = definition.at(URLDecoder.decode(pointer, StandardCharsets.UTF_8));
    }
    if (at.isMissingNode()) {
      throw new IllegalArgumentException("a $ref leads nowhere inside the definition");
    }
    return at;
  }
}
