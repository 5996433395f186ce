package org.attestry.gateway.access;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FieldPath;
import org.attestry.runtime.json.JsonPointers;

/** Reads the caller from a verified token's claims. */
final class CallerReader {

  /**
   * Scopes with a meaning of their own (OpenID Connect Core 5.4 and 11): most tokens have them
   * although the user has not consented to a field of that name, so only the consent claim can name
   * such a field.
   */
  private static final Set<String> STANDARD_SCOPES =
      Set.of("openid", "profile", "email", "address", "phone", "offline_access");

  private static final FieldPath TOKEN_ID = FieldPath.of("jti");

  private final FieldPath userId;
  private final FieldPath email;
  private final FieldPath roles;
  private final FieldPath entity;
  private final FieldPath consent;
  private final FieldPath scope;
  private final String adminRole;

  CallerReader(IdentityConfig config) {
    userId = FieldPath.parse(config.claims().userId());
    email = FieldPath.parse(config.claims().email());
    roles = FieldPath.parse(config.claims().roles());
    entity = FieldPath.parse(config.claims().entity());
    consent = FieldPath.parse(config.claims().consent());
    scope = FieldPath.parse(config.claims().scope());
    adminRole = config.adminRole();
  }

  /**
   * @throws org.attestry.contracts.FailureException when the token names no user
   */
  Caller read(JsonNode claims) {
    Set<String> held = words(claims, roles);
    Set<String> consents = words(claims, scope);
    consents.removeAll(STANDARD_SCOPES);
    consents.addAll(words(claims, consent));
    String user = text(claims, userId);
    if (user == null || user.isBlank()) {
      throw TokenFailures.refused();
    }
    return new Caller(
        user,
        text(claims, email),
        held,
        words(claims, entity),
        consents,
        held.contains(adminRole),
        text(claims, TOKEN_ID));
  }

  private static String text(JsonNode claims, FieldPath path) {
    JsonNode value = JsonPointers.value(claims, path);
    return value == null || !value.isTextual() ? null : value.textValue();
  }

  /** Returns the words of a string, the items of an array, or the names of an object's members. */
  private static Set<String> words(JsonNode claims, FieldPath path) {
    Set<String> found = new LinkedHashSet<>();
    for (JsonNode value : JsonPointers.values(claims, path)) {
      if (value.isTextual()) {
        found.addAll(split(value.textValue()));
      } else if (value.isObject()) {
        value.fieldNames().forEachRemaining(found::add);
      } else {
        value.forEach(item -> found.add(item.asText()));
      }
    }
    return found;
  }

  private static List<String> split(String text) {
    return Arrays.stream(text.split("\\s+")).filter(word -> !word.isEmpty()).toList();
  }
}
