package org.attestry.credential.context;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;
import org.attestry.credential.proof.Proofs.Unsigned;

/**
 * The contexts that are not bundled: generated and uploaded ones. They are read from the database
 * each time, so that every replica knows them as soon as they are stored. Used on one event loop.
 */
public final class KnownContexts {

  /** A document that names more contexts is refused before any of them is read. */
  private static final int MOST_ADDRESSES = 16;

  private static final int MOST_TEXTS = 1_000;
  private static final Pattern TEXT =
      Pattern.compile("\"((?:https?|urn|did):[^\"\\\\\\s]{1,500})\"");

  private final PgContextStore contexts;
  private final Predicate<String> bundled;

  /** A context that is used is never deleted, so its mark is written once. */
  private final Set<String> used = new HashSet<>();

  /**
   * @param bundled whether a context of that address is bundled
   */
  public KnownContexts(PgContextStore contexts, Predicate<String> bundled) {
    this.contexts = contexts;
    this.bundled = bundled;
  }

  /** The contexts that the document names and that are known here, by address. */
  public Future<Map<String, JsonNode>> namedBy(JsonNode document) {
    return find(addressesIn(document));
  }

  /** Returns the known contexts among the addresses. */
  public Future<Map<String, JsonNode>> find(Set<String> addresses) {
    return addresses.isEmpty() ? Future.succeededFuture(Map.of()) : contexts.findAll(addresses);
  }

  /** Whether the document names bundled contexts only. Safe for several threads. */
  public boolean areBundled(JsonNode document) {
    return addressesIn(document).isEmpty();
  }

  /**
   * Says whether all contexts of a credential are bundled or generated for it. In a generated
   * context the IRI of a term contains its name, so nobody can exchange such contexts.
   */
  public boolean generatedHere(Unsigned unsigned) {
    Set<String> addresses = addressesIn(unsigned.document());
    if (unsigned.context() != null) {
      addresses.remove(unsigned.context().address());
    }
    return addresses.isEmpty() && !ContextDigest.hasInline(unsigned.document());
  }

  /**
   * Says whether a credential whose proof does not name its contexts has the meaning that its
   * issuer signed: none of them is inline, and each uploaded one lists the issuer. In a generated
   * context the IRI of a term contains its name.
   */
  public Future<Boolean> areOf(String issuer, JsonNode credential) {
    if (ContextDigest.hasInline(credential)) {
      return Future.succeededFuture(false);
    }
    Set<String> addresses = addressesIn(credential);
    return addresses.isEmpty() ? Future.succeededFuture(true) : contexts.areOf(issuer, addresses);
  }

  /**
   * The contexts that a template may name.
   *
   * @param reserved whether its schema is about to be published, so that the contexts are not
   *     deleted meanwhile
   */
  public Future<Map<String, JsonNode>> namedByTemplate(JsonNode template, boolean reserved) {
    Set<String> addresses = template.isTextual() ? texts(template) : addressesIn(template);
    if (addresses.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    Future<Void> before = reserved ? contexts.checked(addresses) : Future.succeededFuture();
    return before.compose(done -> contexts.findAll(addresses));
  }

  /** Returns every text in the template that may be an address. */
  private Set<String> texts(JsonNode template) {
    Set<String> texts = new LinkedHashSet<>();
    Matcher text = TEXT.matcher(template.textValue());
    while (texts.size() < MOST_TEXTS && text.find()) {
      texts.add(text.group(1));
    }
    texts.removeIf(bundled);
    return texts;
  }

  /**
   * Marks the contexts of a document as used, before it is signed. Fails INVALID if one was deleted
   * meanwhile.
   */
  public Future<Void> use(Set<String> read) {
    Set<String> addresses = new HashSet<>(read);
    addresses.removeAll(used);
    if (addresses.isEmpty()) {
      return Future.succeededFuture();
    }
    return contexts
        .use(addresses)
        .compose(
            marked -> {
              used.addAll(marked);
              addresses.removeAll(marked);
              return addresses.isEmpty()
                  ? Future.succeededFuture(Map.<String, JsonNode>of())
                  : contexts.findAll(addresses);
            })
        .map(
            generated -> {
              if (!generated.keySet().containsAll(addresses)) {
                throw deleted();
              }
              used.addAll(addresses);
              return null;
            });
  }

  private static FailureException deleted() {
    return FailureException.invalid(
        "credential.document.invalid",
        "/@context",
        "context.unknown",
        "A context of this credential was deleted; add it again with POST /api/v1/contexts.");
  }

  /**
   * Returns the addresses of contexts that are not bundled. Safe for several threads. A document
   * from outside takes CPU time.
   */
  public Set<String> addressesIn(JsonNode document) {
    Set<String> addresses = new LinkedHashSet<>();
    ContextAddresses.visit(
        document.path("@context"),
        (place, address) -> {
          if (addresses.size() < MOST_ADDRESSES && !bundled.test(address)) {
            addresses.add(address);
          }
        });
    return addresses;
  }
}
