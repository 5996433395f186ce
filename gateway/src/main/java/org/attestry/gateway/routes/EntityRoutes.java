package org.attestry.gateway.routes;

import static org.attestry.contracts.registry.EntityOperations.CHANGE_OWNERS;
import static org.attestry.contracts.registry.EntityOperations.CREATE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.DELETE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.INVITE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.LIST_ENTITIES;
import static org.attestry.contracts.registry.EntityOperations.READ_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.READ_HISTORY;
import static org.attestry.contracts.registry.EntityOperations.REPLACE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.SEARCH_ENTITIES;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Optional;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntityOperations.ChangeOwnersRequest;
import org.attestry.contracts.registry.EntityOperations.CreateEntityRequest;
import org.attestry.contracts.registry.EntityOperations.DeleteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityView;
import org.attestry.contracts.registry.EntityOperations.InviteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.ListEntitiesRequest;
import org.attestry.contracts.registry.EntityOperations.ReadEntityRequest;
import org.attestry.contracts.registry.EntityOperations.ReadHistoryRequest;
import org.attestry.contracts.registry.EntityOperations.ReplaceEntityRequest;
import org.attestry.contracts.registry.EntityOperations.SearchEntitiesRequest;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.Reply;
import org.attestry.runtime.json.Json;

/** Entities as a whole (interface 4.1). */
public final class EntityRoutes {

  private static final int LIST_LIMIT = 20;
  private static final int MOST = Integer.MAX_VALUE;

  /** Adds the handlers of the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put("inviteEntity", this::inviteEntity);
    handlers.put("searchEntities", call -> searchEntities(call, call.body()));
    handlers.put("searchEntitiesByAddress", call -> searchEntities(call, call.encoded("search")));
    handlers.put("listEntities", this::listEntities);
    handlers.put("createEntity", this::createEntity);
    handlers.put("readEntity", this::readEntity);
    handlers.put("readHistory", this::readHistory);
    handlers.put("changeOwners", this::changeOwners);
    handlers.put("replaceEntity", this::replaceEntity);
    handlers.put("deleteEntity", this::deleteEntity);
  }

  private Future<Reply> createEntity(Call call) {
    var request = new CreateEntityRequest(call.type(), call.body());
    return call.request(CREATE_ENTITY, request).map(Reply::created);
  }

  private Future<Reply> inviteEntity(Call call) {
    var request = new InviteEntityRequest(call.type(), call.body());
    return call.request(INVITE_ENTITY, request).map(Reply::created);
  }

  private Future<Reply> readEntity(Call call) {
    var request = new ReadEntityRequest(call.type(), call.id());
    return call.request(READ_ENTITY, request).compose(read -> inForm(call, read));
  }

  private Future<Reply> inForm(Call call, EntityView read) {
    boolean credential = CredentialForms.wanted(call);
    Optional<String> certificate = Certificates.wanted(call);
    if (certificate.isEmpty() && !credential) {
      return Future.succeededFuture(entity(read));
    }
    if (read.pending() != null) {
      return Future.failedFuture(read.pending().exception());
    }
    return certificate.isPresent()
        ? certificate(call, certificate.get(), read)
        : CredentialForms.of(call, credential(read));
  }

  private Future<Reply> certificate(Call call, String form, EntityView read) {
    JsonNode signed = Json.read(read.entity()).get("_osSignedData");
    String credential = signed == null ? null : signed.asText();
    return Certificates.ofEntity(call, form, read.entity(), credential);
  }

  private static Reply entity(EntityView read) {
    return Reply.plain(read.entity()).with("etag", Reply.etag(read.version()));
  }

  /**
   * Returns the credential as it was signed. The registry returns a revoked one as an empty string.
   */
  private static JsonBytes credential(EntityView read) {
    JsonNode signed = Json.read(read.entity()).get("_osSignedData");
    if (signed == null) {
      throw FailureException.notFound(
          "gateway.credential.none",
          "This entity has no credential that you may see; read it as JSON.");
    }
    if (signed.textValue().isEmpty()) {
      throw FailureException.of(
          FailureKind.GONE, "gateway.credential.revoked", "The credential is revoked.");
    }
    return JsonBytes.of(signed.textValue());
  }

  private Future<Reply> readHistory(Call call) {
    int limit = call.number("limit", LIST_LIMIT, 1, MOST);
    int offset = call.number("offset", 0, 0, MOST);
    var request = new ReadHistoryRequest(call.type(), call.id(), limit, offset);
    return call.request(READ_HISTORY, request).map(Reply::plain);
  }

  private Future<Reply> listEntities(Call call) {
    int limit = call.number("limit", LIST_LIMIT, 1, MOST);
    int offset = call.number("offset", 0, 0, MOST);
    var request =
        new ListEntitiesRequest(
            call.type(), limit, offset, call.words("sort"), call.query("cursor"));
    return call.request(LIST_ENTITIES, request)
        .map(found -> Reply.plain(SearchResult.of(request, found)));
  }

  private Future<Reply> searchEntities(Call call, JsonBytes query) {
    var request = new SearchEntitiesRequest(call.type(), query);
    return call.request(SEARCH_ENTITIES, request)
        .map(found -> Reply.plain(SearchResult.of(call.type(), query, found)));
  }

  private Future<Reply> replaceEntity(Call call) {
    var request = new ReplaceEntityRequest(call.type(), call.id(), call.body(), call.ifMatch());
    return call.request(REPLACE_ENTITY, request).map(Reply::updated);
  }

  private Future<Reply> changeOwners(Call call) {
    var sent = call.body(ChangeOwnersRequest.class);
    var request =
        new ChangeOwnersRequest(
            call.type(), call.id(), sent.osOwner(), sent.userId(), sent.field(), call.ifMatch());
    return call.request(CHANGE_OWNERS, request).map(Reply::updated);
  }

  private Future<Reply> deleteEntity(Call call) {
    var request = new DeleteEntityRequest(call.type(), call.id(), call.ifMatch());
    return call.request(DELETE_ENTITY, request).map(done -> Reply.empty());
  }
}
