package org.attestry.credential.context;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.ContextOperations.DeleteContextRequest;
import org.attestry.contracts.credential.ContextOperations.ListContextsRequest;
import org.attestry.contracts.credential.ContextOperations.ReadUploadedContextRequest;
import org.attestry.contracts.credential.ContextOperations.UploadContextRequest;
import org.attestry.contracts.credential.ContextOperations.UploadedContext;
import org.attestry.contracts.credential.ContextOperations.UploadedContextsView;
import org.attestry.credential.call.Admins;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.call.Page;
import org.attestry.credential.key.Issuers;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.Json;

/**
 * JSON-LD contexts that an admin uploads, lists, reads and deletes. Each operation fails
 * UNAUTHENTICATED without a token and FORBIDDEN for callers who are not admins. The document at an
 * address never changes: a signature does not cover it, so another document would give the
 * credential another meaning.
 *
 * @param publicBase the public address that contexts are served under, without trailing slash
 */
public record ManageContexts(
    PgContextStore contexts,
    ContextCheck check,
    PublishedTemplates templates,
    CryptoWorkers compute,
    String publicBase,
    Clock clock) {

  private static final int LARGEST = 200_000;
  private static final int MOST_ISSUERS = 100;
  private static final String INVALID = "credential.context.invalid";
  private static final Pattern ADDRESS =
      Pattern.compile("(https?|urn|did):[A-Za-z0-9._~:/?@!$&'()*+,;=%-]{1,500}");

  /**
   * Stores a context. If it is stored already, its issuers are added. Fails INVALID with pointers
   * into the request, CONFLICT if the address has another document or the number of contexts has
   * reached its limit.
   */
  public Future<UploadedContext> uploadContext(UploadContextRequest request, CallContext call) {
    Admins.require(call, "context");
    return compute
        .run(call.deadline(), () -> checked(request, call))
        .compose(context -> contexts.insert(context).map(stored -> same(stored, context.digest())));
  }

  private UploadedContext checked(UploadContextRequest request, CallContext call) {
    JsonBytes sent = request.document();
    if (sent == null || sent.utf8().length > LARGEST) {
      throw invalid("/document", "limit", "Send a document of at most " + LARGEST + " bytes.");
    }
    String named = request.address();
    if (named != null && !ADDRESS.matcher(named).matches()) {
      throw invalid("/address", "iri", "Send the IRI that credentials name the context by.");
    }
    if (named != null) {
      refuseRespelled(named);
    }
    refuseOthers(request.issuers());
    JsonNode document = Json.parse(sent);
    String tried = named == null ? publicBase + "/contexts/new" : named;
    String digest = check.digest(tried, document, CallBudget.until(call.deadline()));
    String address = named == null ? publicBase + "/contexts/" + digest : named;
    return new UploadedContext(
        Ids.next().toString(),
        address,
        digest,
        false,
        clock.instant(),
        request.issuers(),
        Json.write(document));
  }

  /**
   * Refuses a second spelling of an address, and the same address without TLS, so that nobody
   * confuses the two.
   */
  private void refuseRespelled(String address) {
    String normal = NormalAddress.of(address);
    String made = NormalAddress.of(publicBase + "/contexts/");
    for (String named : List.of(address, normal, NormalAddress.twin(normal))) {
      if (check.bundles(named) || named.startsWith(made)) {
        throw invalid("/address", "taken", "The context of this address is bundled, or made here.");
      }
    }
    if (!normal.equals(address)) {
      throw invalid(
          "/address",
          "normal",
          "Send the address in its normal form (RFC 3986, section 6): " + normal);
    }
  }

  private static void refuseOthers(List<String> issuers) {
    if (issuers.size() > MOST_ISSUERS) {
      throw invalid("/issuers", "limit", "Send at most " + MOST_ISSUERS + " issuers at once.");
    }
    for (int i = 0; i < issuers.size(); i++) {
      if (!Issuers.isIri(issuers.get(i))) {
        throw invalid("/issuers/" + i, "iri", "An issuer is a DID or another IRI.");
      }
    }
  }

  private static UploadedContext same(UploadedContext stored, String digest) {
    if (!stored.digest().equals(digest)) {
      throw FailureException.conflict(
          "credential.context.taken",
          "The address has another document (SHA-256 %s), which credentials may depend on:"
                  .formatted(stored.digest())
              + " upload a changed one under an address of its own, such as one with a"
              + " version.");
    }
    return stored;
  }

  /** Fails INVALID for a page of more than 1,000. */
  public Future<UploadedContextsView> listContexts(ListContextsRequest request, CallContext call) {
    Admins.require(call, "context");
    Page.require(request.limit(), request.offset(), INVALID);
    return contexts
        .listUploaded(request.limit(), request.offset())
        .map(page -> new UploadedContextsView(page.total(), page.rows()));
  }

  /** Fails NOT_FOUND for an unknown id. */
  public Future<UploadedContext> readUploadedContext(
      ReadUploadedContextRequest request, CallContext call) {
    Admins.require(call, "context");
    return find(request.id());
  }

  /**
   * Fails NOT_FOUND for an unknown id, CONFLICT while a credential or a published schema uses the
   * context.
   */
  public Future<UploadedContext> deleteContext(DeleteContextRequest request, CallContext call) {
    Admins.require(call, "context");
    return find(request.id())
        .compose(
            found ->
                templates.typeNaming(found.address(), call).compose(type -> delete(found, type)));
  }

  private Future<UploadedContext> delete(UploadedContext context, String type) {
    if (type != null) {
      throw inUse("The credential template of the published type %s names it.".formatted(type));
    }
    return contexts
        .deleteUnused(UUID.fromString(context.id()))
        .compose(
            deleted ->
                deleted ? Future.succeededFuture(context) : find(context.id()).map(this::refuse));
  }

  private UploadedContext refuse(UploadedContext context) {
    throw inUse(
        context.used()
            ? "Credentials were signed under it, and verify with it alone."
            : "A schema that names it may be about to be published: try again in two minutes.");
  }

  private static FailureException inUse(String why) {
    return FailureException.conflict("credential.context.used", "The context is in use. " + why);
  }

  private Future<UploadedContext> find(String id) {
    UUID parsed = Optional.ofNullable(id).flatMap(Ids::parse).orElseThrow(ManageContexts::unknown);
    return contexts.findUploaded(parsed).map(found -> found.orElseThrow(ManageContexts::unknown));
  }

  private static FailureException unknown() {
    return FailureException.notFound(
        "credential.context.not-found", "There is no uploaded context of this id.");
  }

  private static FailureException invalid(String pointer, String rule, String message) {
    return FailureException.invalid(INVALID, pointer, rule, message);
  }
}
