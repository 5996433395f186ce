package org.attestry.credential.dcql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.credential.dcql.ClaimPath.Every;
import org.attestry.credential.dcql.ClaimPath.Index;
import org.attestry.credential.dcql.ClaimPath.Name;
import org.attestry.credential.dcql.ClaimPath.Step;
import org.attestry.credential.dcql.DcqlQuery.ClaimQuery;
import org.attestry.credential.dcql.DcqlQuery.CredentialQuery;
import org.attestry.credential.dcql.DcqlQuery.CredentialSet;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;

/**
 * Reads DCQL queries (OpenID4VP 1.0, section 6). A member that is not evaluated here is refused,
 * because its sender relies on it.
 */
public final class DcqlReader {

  /** The largest JSON of a query. */
  private static final int MOST_BYTES = 65_536;

  /** The most credentials of a query, and presentations of a response. */
  public static final int MOST_CREDENTIALS = 20;

  private static final int MOST_STEPS = 32;

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,100}");
  private static final Pattern BASE64URL = Pattern.compile("[A-Za-z0-9_-]{1,200}");
  private static final String AKI = "aki";

  private final String root;
  private final List<Violation> violations = new ArrayList<>();

  private DcqlReader(String root) {
    this.root = root;
  }

  /**
   * @param pointer to the query in the request
   * @throws FailureException of kind INVALID with a pointer to each mistake
   */
  public static DcqlQuery read(JsonBytes query, String pointer) {
    DcqlReader reader = new DcqlReader(pointer);
    if (query.utf8().length > MOST_BYTES) {
      reader.add("", "limit", "A query has at most %d bytes.".formatted(MOST_BYTES));
      throw reader.refusal();
    }
    DcqlQuery read = reader.query(Json.parse(query));
    if (!reader.violations.isEmpty()) {
      throw reader.refusal();
    }
    return read;
  }

  private FailureException refusal() {
    return FailureException.invalid("credential.presentation.invalid", violations);
  }

  private void add(String pointer, String rule, String message) {
    violations.add(new Violation(root + pointer, rule, message));
  }

  private DcqlQuery query(JsonNode query) {
    checkMembers(query, "", Set.of("credentials", "credential_sets"));
    List<CredentialQuery> credentials =
        items(query, "", "credentials", true, DcqlReader::isObject, this::credential);
    if (credentials.size() > MOST_CREDENTIALS) {
      add(
          "/credentials",
          "limit",
          "A query requests at most %d credentials.".formatted(MOST_CREDENTIALS));
    }
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < credentials.size(); i++) {
      if (!ids.add(credentials.get(i).id())) {
        add("/credentials/" + i + "/id", "unique", "Each credential has an id of its own.");
      }
    }
    List<CredentialSet> sets =
        items(
            query,
            "",
            "credential_sets",
            false,
            DcqlReader::isObject,
            (set, at) -> set(set, at, ids));
    return new DcqlQuery(credentials, sets);
  }

  private CredentialQuery credential(JsonNode credential, String at) {
    checkMembers(
        credential,
        at,
        Set.of(
            "id",
            "format",
            "multiple",
            "meta",
            "trusted_authorities",
            "require_cryptographic_holder_binding",
            "claims",
            "claim_sets"));
    PresentedFormat format = format(credential.path("format"), at + "/format");
    List<ClaimQuery> claims =
        items(credential, at, "claims", false, DcqlReader::isObject, this::claim);
    checkClaims(claims, at + "/claims");
    return new CredentialQuery(
        id(credential.path("id"), at + "/id"),
        format,
        flag(credential, at, "multiple", false),
        types(credential.path("meta"), format, at + "/meta"),
        authorities(credential, at),
        flag(credential, at, "require_cryptographic_holder_binding", true),
        claims,
        claimSets(credential, claims, at));
  }

  private PresentedFormat format(JsonNode format, String at) {
    Optional<PresentedFormat> known = PresentedFormat.of(format.asText());
    if (known.isEmpty()) {
      add(at, "enum", "The format must be dc+sd-jwt, jwt_vc_json or ldp_vc.");
    }
    return known.orElse(PresentedFormat.SD_JWT);
  }

  /** Returns the alternatives of types in the {@code meta} of a format. */
  private List<Set<String>> types(JsonNode meta, PresentedFormat format, String at) {
    boolean sdJwt = format == PresentedFormat.SD_JWT;
    String name = sdJwt ? "vct_values" : "type_values";
    if (!meta.isObject()) {
      add(at, "required", "A credential needs meta with " + name + ".");
      return List.of();
    }
    checkMembers(meta, at, Set.of(name));
    return sdJwt
        ? items(meta, at, name, true, DcqlReader::isText, (vct, one) -> Set.of(vct.textValue()))
        : items(meta, at, name, true, DcqlReader::isTexts, (types, one) -> texts(types));
  }

  private Set<String> authorities(JsonNode credential, String at) {
    Set<String> keys = new LinkedHashSet<>();
    items(
        credential,
        at,
        "trusted_authorities",
        false,
        DcqlReader::isObject,
        (authority, one) -> {
          checkMembers(authority, one, Set.of("type", "values"));
          if (!authority.path("type").asText().equals(AKI)) {
            add(one + "/type", "enum", "The type must be aki, the only one that is checked here.");
          }
          return keys.addAll(
              items(
                  authority,
                  one,
                  "values",
                  true,
                  value -> value.isTextual() && BASE64URL.matcher(value.textValue()).matches(),
                  (value, place) -> value.textValue()));
        });
    return keys;
  }

  private ClaimQuery claim(JsonNode claim, String at) {
    checkMembers(claim, at, Set.of("id", "path", "values"));
    String id = claim.has("id") ? id(claim.get("id"), at + "/id") : null;
    List<Step> steps =
        items(claim, at, "path", true, DcqlReader::isStep, (step, one) -> step(step));
    if (steps.size() > MOST_STEPS) {
      add(at + "/path", "limit", "A path has at most %d steps.".formatted(MOST_STEPS));
    }
    List<JsonNode> values =
        items(claim, at, "values", false, DcqlReader::isValue, (value, one) -> value);
    return new ClaimQuery(id, new ClaimPath(steps), values);
  }

  private void checkClaims(List<ClaimQuery> claims, String at) {
    Set<String> ids = new HashSet<>();
    Set<ClaimPath> paths = new HashSet<>();
    for (int i = 0; i < claims.size(); i++) {
      ClaimQuery claim = claims.get(i);
      if (claim.id() != null && !ids.add(claim.id())) {
        add(at + "/" + i + "/id", "unique", "Each claim has an id of its own.");
      }
      if (!paths.add(claim.path())) {
        add(at + "/" + i + "/path", "unique", "A claim is requested once.");
      }
    }
  }

  private List<List<String>> claimSets(JsonNode credential, List<ClaimQuery> claims, String at) {
    if (!credential.has("claim_sets")) {
      return List.of();
    }
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < claims.size(); i++) {
      if (claims.get(i).id() == null) {
        add(
            at + "/claims/" + i,
            "required",
            "With claim_sets, each claim needs an id, by which the sets name it.");
      } else {
        ids.add(claims.get(i).id());
      }
    }
    return items(
        credential,
        at,
        "claim_sets",
        true,
        DcqlReader::isTexts,
        (set, one) -> known(set, one, ids, "Name ids of claims of this credential."));
  }

  private CredentialSet set(JsonNode set, String at, Set<String> ids) {
    checkMembers(set, at, Set.of("options", "required"));
    List<List<String>> options =
        items(
            set,
            at,
            "options",
            true,
            DcqlReader::isTexts,
            (option, one) -> known(option, one, ids, "Name ids of credentials of this query."));
    return new CredentialSet(options, flag(set, at, "required", true));
  }

  private List<String> known(JsonNode named, String at, Set<String> ids, String message) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < named.size(); i++) {
      String id = named.get(i).textValue();
      if (!ids.contains(id)) {
        add(at + "/" + i, "unknown", message);
      }
      texts.add(id);
    }
    return List.copyOf(texts);
  }

  private String id(JsonNode id, String at) {
    if (!id.isTextual() || !ID.matcher(id.textValue()).matches()) {
      add(at, "id", "An id has 1 to 100 letters A to Z and a to z, digits, '_' and '-'.");
    }
    return id.asText();
  }

  private boolean flag(JsonNode object, String at, String name, boolean byDefault) {
    JsonNode flag = object.path(name);
    if (!flag.isMissingNode() && !flag.isBoolean()) {
      add(at + "/" + name, "type", "It must be true or false.");
    }
    return flag.asBoolean(byDefault);
  }

  /**
   * Returns the items of an array that must not be empty.
   *
   * @param required whether the array must be present
   * @param fits whether an item has the right form
   * @param read reads an item of that form, at its pointer
   */
  private <T> List<T> items(
      JsonNode object,
      String at,
      String name,
      boolean required,
      Predicate<JsonNode> fits,
      BiFunction<JsonNode, String, T> read) {
    String place = at + "/" + name;
    JsonNode array = object.path(name);
    if (array.isMissingNode() && !required) {
      return List.of();
    }
    if (!array.isArray() || array.isEmpty()) {
      add(place, "required", "It must be a list that is not empty.");
      return List.of();
    }
    List<T> items = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      if (fits.test(array.get(i))) {
        items.add(read.apply(array.get(i), place + "/" + i));
      } else {
        add(place + "/" + i, "type", "This is no item of " + name + ": see OpenID4VP 1.0.");
      }
    }
    return items;
  }

  private void checkMembers(JsonNode object, String at, Set<String> known) {
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      if (!known.contains(member.getKey())) {
        add(
            at + "/" + JsonPointers.escape(member.getKey()),
            "unknown",
            "This member of a query is not evaluated here: leave it out.");
      }
    }
  }

  private static boolean isObject(JsonNode value) {
    return value.isObject();
  }

  private static boolean isText(JsonNode value) {
    return value.isTextual() && !value.textValue().isEmpty();
  }

  private static boolean isTexts(JsonNode value) {
    boolean texts = value.isArray() && !value.isEmpty();
    for (JsonNode one : value) {
      texts &= isText(one);
    }
    return texts;
  }

  private static Set<String> texts(JsonNode array) {
    Set<String> texts = new LinkedHashSet<>();
    array.forEach(one -> texts.add(one.textValue()));
    return Set.copyOf(texts);
  }

  private static boolean isValue(JsonNode value) {
    return value.isTextual() || value.isIntegralNumber() || value.isBoolean();
  }

  private static boolean isStep(JsonNode step) {
    return step.isTextual() || step.isNull() || isIndex(step);
  }

  private static boolean isIndex(JsonNode step) {
    return step.isIntegralNumber() && step.canConvertToInt() && step.intValue() >= 0;
  }

  private static Step step(JsonNode step) {
    if (step.isNull()) {
      return Every.EVERY;
    }
    return step.isTextual() ? new Name(step.textValue()) : new Index(step.intValue());
  }
}
