package org.attestry.registry.validation;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.format.Format;
import com.networknt.schema.format.Formats;
import com.networknt.schema.regex.RegularExpression;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.pattern.LinearPattern;

/**
 * The formats of draft-07, as the library implements them. A text longer than any valid text of a
 * format does not match it without further check: most checks take more than linear time, or a
 * stack frame for each character.
 */
final class TextFormats {

  private static final int EACH = 30;
  private static final int LONGEST = 1_000;

  /**
   * The formats of texts that may be long, such as a {@code data:} URI; their checks take linear
   * time.
   */
  private static final Set<String> UNBOUNDED =
      Set.of("uri", "uri-reference", "iri", "iri-reference");

  private static final Map<String, String> EXAMPLES =
      Map.ofEntries(
          entry("date", "2026-11-23"),
          entry("date-time", "2026-11-23T10:15:30Z"),
          entry("duration", "P3D"),
          entry("email", "name@example.org"),
          entry("hostname", "host.example.org"),
          entry("idn-email", "name@example.org"),
          entry("idn-hostname", "host.example.org"),
          entry("ipv4", "192.0.2.1"),
          entry("ipv6", "2001:db8::1"),
          entry("iri", "https://example.org/a"),
          entry("iri-reference", "/a"),
          entry("json-pointer", "/a/b"),
          entry("regex", "^[a-z]+$"),
          entry("relative-json-pointer", "1/a"),
          entry("time", "10:15:30Z"),
          entry("uri", "https://example.org/a"),
          entry("uri-reference", "/a"),
          entry("uri-template", "/a/{b}"),
          entry("uuid", "01a20863-79d4-7a67-865a-4859b172b963"));

  private static final Map<String, Schema> KNOWN = known();

  private TextFormats() {}

  static boolean isKnown(String format) {
    return KNOWN.containsKey(format);
  }

  /** Returns one sentence about the fault of a text; null if the text matches the format. */
  static String fault(String format, JsonNode text, Validation check) {
    check.spend(EACH + (text.textValue().length() >> 2));
    if (!UNBOUNDED.contains(format) && text.textValue().length() > LONGEST) {
      return "The value does not match the %s format: it must be a valid %s of at most %d characters."
          .formatted(format, format, LONGEST);
    }
    return KNOWN.get(format).validate(text).isEmpty() ? null : sentence(format);
  }

  private static String sentence(String format) {
    String example = EXAMPLES.get(format);
    return "The value does not match the %s format: it must be a valid %s%s."
        .formatted(format, format, example == null ? "" : ", such as " + example);
  }

  private static Map<String, Schema> known() {
    SchemaRegistryConfig config =
        SchemaRegistryConfig.builder()
            .formatAssertionsEnabled(true)
            .regularExpressionFactory(TextFormats::expression)
            .locale(Locale.ENGLISH)
            .build();
    SchemaRegistry registry =
        SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_7, builder -> builder.schemaRegistryConfig(config));
    return Formats.DEFAULT.stream()
        .map(Format::getName)
        .distinct()
        .collect(Collectors.toMap(Function.identity(), name -> schema(registry, name)));
  }

  private static RegularExpression expression(String regex) {
    Pattern pattern = LinearPattern.compile(regex);
    return text -> pattern.matcher(text).find();
  }

  private static Schema schema(SchemaRegistry registry, String format) {
    Schema schema = registry.getSchema(Json.object().put("format", format));
    schema.initializeValidators();
    return schema;
  }
}
