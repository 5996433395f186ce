package org.attestry.credential.jose;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;

/**
 * Replaces the digests in an SD-JWT by their disclosures (RFC 9901, section 7.1). Each disclosure
 * must be used, and no digest may occur twice, so that nobody can add or move a claim.
 */
final class Disclosures {

  static final String DIGESTS = "_sd";
  static final String ELEMENT = "...";
  static final String ALGORITHM = "_sd_alg";
  static final String SHA_256 = "sha-256";

  private static final int DEEPEST = 64;
  private static final Set<String> RESERVED = Set.of(DIGESTS, ELEMENT);

  private final Map<String, JsonNode> byDigest = new HashMap<>();
  private final Set<String> seen = new HashSet<>();
  private final Set<String> used = new HashSet<>();
  private final Budget budget;

  private Disclosures(List<String> disclosures, Budget budget) {
    this.budget = budget;
    for (String text : disclosures) {
      budget.spend(Jws.steps(text));
      if (byDigest.put(digest(text), parsed(text)) != null) {
        throw refusal();
      }
    }
  }

  /**
   * Returns the claims of a payload with the disclosed ones.
   *
   * @throws InvalidProofException if a disclosure does not belong to the payload
   */
  static ObjectNode in(ObjectNode payload, List<String> disclosures, Budget budget) {
    JsonNode algorithm = payload.path(ALGORITHM);
    if (!algorithm.isMissingNode() && !algorithm.asText().equals(SHA_256)) {
      throw new InvalidProofException("sd-jwt.algorithm");
    }
    ObjectNode plain = payload.deepCopy();
    plain.remove(ALGORITHM);
    Disclosures all = new Disclosures(disclosures, budget);
    ObjectNode claims = all.object(plain, 0);
    if (all.used.size() < all.byDigest.size()) {
      throw refusal();
    }
    return claims;
  }

  /** Returns the digest of a disclosure (RFC 9901, section 4.2.3). */
  static String digest(String disclosure) {
    return DetachedJws.encode(Sha256.of(disclosure));
  }

  private static JsonNode parsed(String text) {
    try {
      JsonNode parsed = Json.parse(JsonBytes.of(DetachedJws.decode(text)));
      if (parsed.isArray() && parsed.path(0).isTextual()) {
        return parsed;
      }
    } catch (FailureException e) {
      // The text is refused below.
    }
    throw refusal();
  }

  private JsonNode value(JsonNode value, int depth) {
    budget.spend(1);
    if (depth > DEEPEST) {
      throw new InvalidProofException("sd-jwt.depth");
    }
    return switch (value) {
      case ObjectNode object -> object(object, depth + 1);
      case ArrayNode array -> array(array, depth + 1);
      default -> value;
    };
  }

  private ObjectNode object(ObjectNode object, int depth) {
    ObjectNode claims = Json.object();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      if (member.getKey().equals(ELEMENT)) {
        throw refusal();
      }
      if (!member.getKey().equals(DIGESTS)) {
        claims.set(member.getKey(), value(member.getValue(), depth));
      }
    }
    JsonNode digests = object.path(DIGESTS);
    if (!digests.isMissingNode() && !digests.isArray()) {
      throw refusal();
    }
    for (JsonNode digest : digests) {
      JsonNode disclosed = take(digest);
      if (disclosed != null) {
        add(claims, disclosed, depth);
      }
    }
    return claims;
  }

  private void add(ObjectNode claims, JsonNode disclosed, int depth) {
    String name = disclosed.path(1).textValue();
    boolean claim =
        disclosed.size() == 3 && name != null && !RESERVED.contains(name) && !claims.has(name);
    if (!claim) {
      throw refusal();
    }
    claims.set(name, value(disclosed.get(2), depth));
  }

  private ArrayNode array(ArrayNode array, int depth) {
    ArrayNode elements = Json.array();
    for (JsonNode element : array) {
      if (!element.has(ELEMENT)) {
        elements.add(value(element, depth));
        continue;
      }
      JsonNode disclosed = element.size() == 1 ? take(element.get(ELEMENT)) : refused();
      if (disclosed != null) {
        elements.add(value(disclosed.size() == 2 ? disclosed.get(1) : refused(), depth));
      }
    }
    return elements;
  }

  /** Returns the disclosure of a digest; null for a withheld claim or a decoy. */
  private JsonNode take(JsonNode digest) {
    if (!digest.isTextual() || !seen.add(digest.textValue())) {
      throw refusal();
    }
    JsonNode disclosed = byDigest.get(digest.textValue());
    if (disclosed != null) {
      used.add(digest.textValue());
    }
    return disclosed;
  }

  private static JsonNode refused() {
    throw refusal();
  }

  private static InvalidProofException refusal() {
    return new InvalidProofException("sd-jwt.disclosures");
  }
}
