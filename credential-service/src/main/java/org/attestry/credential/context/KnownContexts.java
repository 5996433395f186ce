package org.attestry.credential.context;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;
import org.attestry.credential.proof.Proofs.Unsigned;

/**
 * The contexts that are not bundled: generated and uploaded ones. They are read from the database
 * each time, so that every replica knows them as soon as they are stored. Used on one event loop.
 */
public final class KnownContexts {

  private static final int MOST_TEXTS = 1_000;
  private static final Pattern TEXT =
      Pattern.compile("\"((?:https?|urn|did):[^\"\\\\\\s]{1,500})\"");

  private final PgContextStore contexts;
  private final ContextAddresses addresses;

  /** A context that is used is never deleted, so its mark is written once. */
  private final Set<String> used = new HashSet<>();

  public KnownContexts(PgContextStore contexts, ContextAddresses addresses) {
    this.contexts = contexts;
    this.addresses = addresses;
  }

  public ContextAddresses addresses() {
    return addresses;
  }

  /** The contexts that the document names and that are known here, by address. */
  public Future<Map<String, JsonNode>> namedBy(JsonNode document) {
    return find(addresses.in(document));
  }

  /** Returns the known contexts among the addresses. */
  public Future<Map<String, JsonNode>> find(Set<String> named) {
    return named.isEmpty() ? Future.succeededFuture(Map.of()) : contexts.findAll(named);
  }

  /**
   * Says whether all contexts of a credential are bundled or generated for it. In a generated
   * context the IRI of a term contains its name, so nobody can exchange such contexts.
   */
  public boolean generatedHere(Unsigned unsigned) {
    Set<String> named = addresses.in(unsigned.document());
    if (unsigned.context() != null) {
      named.remove(unsigned.context().address());
    }
    return named.isEmpty() && !ContextDigest.hasInline(unsigned.document());
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
    Set<String> named = addresses.in(credential);
    return named.isEmpty() ? Future.succeededFuture(true) : contexts.areOf(issuer, named);
  }

  /**
   * The contexts that a template may name.
   *
   * @param reserved whether its schema is about to be published, so that the contexts are not
   *     deleted meanwhile
   */
  public Future<Map<String, JsonNode>> namedByTemplate(JsonNode template, boolean reserved) {
    Set<String> named = template.isTextual() ? texts(template) : addresses.in(template);
    if (named.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    Future<Void> before = reserved ? contexts.checked(named) : Future.succeededFuture();
    return before.compose(done -> contexts.findAll(named));
  }

  /** Returns every text in the template that may be an address. */
  private Set<String> texts(JsonNode template) {
    Set<String> texts = new LinkedHashSet<>();
    Matcher text = TEXT.matcher(template.textValue());
    while (texts.size() < MOST_TEXTS && text.find()) {
      texts.add(text.group(1));
    }
    texts.removeIf(addresses.bundled());
    return texts;
  }

  /**
   * Marks the contexts of a document as used, before it is signed. Fails INVALID if one was deleted
   * meanwhile.
   */
  public Future<Void> use(Set<String> read) {
    Set<String> unmarked = new HashSet<>(read);
    unmarked.removeAll(used);
    if (unmarked.isEmpty()) {
      return Future.succeededFuture();
    }
    return contexts
        .use(unmarked)
        .compose(
            marked -> {
              used.addAll(marked);
              unmarked.removeAll(marked);
              return unmarked.isEmpty()
                  ? Future.succeededFuture(Map.<String, JsonNode>of())
                  : contexts.findAll(unmarked);
            })
        .map(
            generated -> {
              if (!generated.keySet().containsAll(unmarked)) {
                throw deleted();
              }
              used.addAll(unmarked);
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
}
