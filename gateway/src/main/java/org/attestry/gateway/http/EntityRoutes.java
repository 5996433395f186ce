package org.attestry.gateway.http;

import static org.attestry.contracts.registry.RegistryOperations.CREATE_ENTITY;
import static org.attestry.contracts.registry.RegistryOperations.DELETE_ENTITY;
import static org.attestry.contracts.registry.RegistryOperations.INVITE_ENTITY;
import static org.attestry.contracts.registry.RegistryOperations.LIST_ENTITIES;
import static org.attestry.contracts.registry.RegistryOperations.READ_ENTITY;
import static org.attestry.contracts.registry.RegistryOperations.READ_HISTORY;
import static org.attestry.contracts.registry.RegistryOperations.REPLACE_ENTITY;
import static org.attestry.contracts.registry.RegistryOperations.SEARCH_ENTITIES;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.List;
import java.util.stream.Stream;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.CreateEntityRequest;
import org.attestry.contracts.registry.DeleteEntityRequest;
import org.attestry.contracts.registry.EntityView;
import org.attestry.contracts.registry.InviteEntityRequest;
import org.attestry.contracts.registry.ListEntitiesRequest;
import org.attestry.contracts.registry.ReadEntityRequest;
import org.attestry.contracts.registry.ReadHistoryRequest;
import org.attestry.contracts.registry.ReplaceEntityRequest;
import org.attestry.contracts.registry.SearchEntitiesRequest;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.json.Json;

/** Entities as a whole (interface 4.1). */
public final class EntityRoutes {

  private static final String TYPE = "/api/v1/{type}";
  private static final String ONE = TYPE + "/{id}";
  private static final int LIST_LIMIT = 20;
  private static final int MOST = Integer.MAX_VALUE;

  private final BusClient bus;

  public EntityRoutes(BusClient bus) {
    this.bus = bus;
  }

  public List<Endpoint> endpoints() {
    return Stream.of(byName(), ofTheType(), one()).flatMap(List::stream).toList();
  }

  private List<Endpoint> byName() {
    return List.of(
        Endpoint.post("inviteEntity", TYPE + "/invite")
            .op(Op.INVITE)
            .summary(
                "Stores an entity for its owner to complete; required properties may be missing.")
            .costly()
            .allows(AllowedCallers.INVITERS)
            .fails(409, 422)
            .typed()
            .reads(RequestHeader.IDEMPOTENCY_KEY)
            .takes(Body.entity())
            .replies(
                ReplyFormat.envelope("Created").with(ResponseHeader.ETAG, ResponseHeader.LOCATION),
                this::inviteEntity),
        Endpoint.post("searchEntities", TYPE + "/search")
            .op(Op.SEARCH)
            .summary("Finds entities by a filter.")
            .allows(AllowedCallers.READERS)
            .typed()
            .takes(Body.unchecked("SearchRequest"))
            .replies(ReplyFormat.plain("SearchResult"), call -> searchEntities(call, call.body())),
        Endpoint.get("searchEntitiesByAddress", TYPE + "/search")
            .op(Op.SEARCH)
            .summary("Finds entities by a filter that stands in the address.")
            .allows(AllowedCallers.READERS)
            .requiredQuery("search", "string", "the body of a search in base64url")
            .replies(
                ReplyFormat.plain("SearchResult"),
                call -> searchEntities(call, call.encoded("search"))));
  }

  private List<Endpoint> ofTheType() {
    return List.of(
        Endpoint.get("listEntities", TYPE)
            .summary("Lists the caller's own entities, or all of an anonymous type.")
            .allows(AllowedCallers.LISTERS)
            .typed()
            .query("limit", "integer", "how many at most, by default 20")
            .query("offset", "integer", "how many to pass over, by default none")
            .query("sort", "string", "fields with commas between, such as name,-osCreatedAt")
            .query("cursor", "string", "nextCursor of an answer with the same sort")
            .replies(ReplyFormat.plain("SearchResult"), this::listEntities),
        Endpoint.post("createEntity", TYPE)
            .summary("Stores a complete entity.")
            .allows(AllowedCallers.CREATORS)
            .fails(409, 422)
            .typed()
            .reads(RequestHeader.IDEMPOTENCY_KEY)
            .takes(Body.entity())
            .replies(
                ReplyFormat.envelope("Created").with(ResponseHeader.ETAG, ResponseHeader.LOCATION),
                this::createEntity));
  }

  private List<Endpoint> one() {
    return List.of(
        Endpoint.get("readEntity", ONE)
            .summary("Reads an entity, or its credential.")
            .allows(AllowedCallers.READERS)
            .fails(410)
            .typed()
            .replies(
                ReplyFormat.plain(Body.ENTITY)
                    .or(ReplyFormat.CREDENTIAL, "Credential")
                    .with(ResponseHeader.ETAG),
                this::readEntity),
        Endpoint.get("readHistory", ONE + "/history")
            .summary("Lists what was done to an entity, newest first.")
            .allows(AllowedCallers.CHANGERS)
            .typed()
            .query("limit", "integer", "how many at most, by default 20")
            .query("offset", "integer", "how many of the newest to pass over")
            .replies(ReplyFormat.plain("History"), this::readHistory),
        Endpoint.put("replaceEntity", ONE)
            .summary("Replaces the whole entity.")
            .allows(AllowedCallers.CHANGERS)
            .fails(409)
            .typed()
            .reads(RequestHeader.IF_MATCH)
            .takes(Body.entity())
            .replies(ReplyFormat.envelope().with(ResponseHeader.ETAG), this::replaceEntity),
        Endpoint.delete("deleteEntity", ONE)
            .summary("Deletes an entity; its claims are withdrawn and its credentials revoked.")
            .allows(AllowedCallers.CHANGERS)
            .fails(409)
            .typed()
            .reads(RequestHeader.IF_MATCH)
            .replies(ReplyFormat.empty(), this::deleteEntity));
  }

  private Future<Reply> createEntity(Call call) {
    var request = new CreateEntityRequest(call.type(), call.body());
    return bus.request(CREATE_ENTITY, request, call.context()).map(Reply::created);
  }

  private Future<Reply> inviteEntity(Call call) {
    var request = new InviteEntityRequest(call.type(), call.body());
    return bus.request(INVITE_ENTITY, request, call.context()).map(Reply::created);
  }

  private Future<Reply> readEntity(Call call) {
    var request = new ReadEntityRequest(call.type(), call.id());
    return bus.request(READ_ENTITY, request, call.context())
        .map(read -> call.wants(ReplyFormat.CREDENTIAL) ? credential(read) : entity(read));
  }

  private static Reply entity(EntityView read) {
    return Reply.plain(read.entity()).with("etag", Reply.etag(read.version()));
  }

  /** The credential as it was signed; the text of a revoked one is empty. */
  private static Reply credential(EntityView read) {
    JsonNode signed = Json.read(read.entity()).get("_osSignedData");
    if (signed == null) {
      throw Failure.of(
              FailureKind.NOT_FOUND,
              "gateway.credential.none",
              "This entity has no credential that you may see; read it as JSON.")
          .exception();
    }
    if (signed.textValue().isEmpty()) {
      throw Failure.of(FailureKind.GONE, "gateway.credential.revoked", "The credential is revoked.")
          .exception();
    }
    return Reply.plain(JsonBytes.of(signed.textValue()))
        .with("content-type", ReplyFormat.CREDENTIAL);
  }

  private Future<Reply> readHistory(Call call) {
    int limit = call.number("limit", LIST_LIMIT, 1, MOST);
    int offset = call.number("offset", 0, 0, MOST);
    var request = new ReadHistoryRequest(call.type(), call.id(), limit, offset);
    return bus.request(READ_HISTORY, request, call.context()).map(Reply::plain);
  }

  private Future<Reply> listEntities(Call call) {
    int limit = call.number("limit", LIST_LIMIT, 1, MOST);
    int offset = call.number("offset", 0, 0, MOST);
    var request =
        new ListEntitiesRequest(
            call.type(), limit, offset, call.words("sort"), call.query("cursor"));
    return bus.request(LIST_ENTITIES, request, call.context())
        .map(found -> Reply.plain(SearchResult.of(request, found)));
  }

  private Future<Reply> searchEntities(Call call, JsonBytes query) {
    var request = new SearchEntitiesRequest(call.type(), query);
    return bus.request(SEARCH_ENTITIES, request, call.context())
        .map(found -> Reply.plain(SearchResult.of(call.type(), query, found)));
  }

  private Future<Reply> replaceEntity(Call call) {
    var request = new ReplaceEntityRequest(call.type(), call.id(), call.body(), call.ifMatch());
    return bus.request(REPLACE_ENTITY, request, call.context()).map(Reply::updated);
  }

  private Future<Reply> deleteEntity(Call call) {
    var request = new DeleteEntityRequest(call.type(), call.id(), call.ifMatch());
    return bus.request(DELETE_ENTITY, request, call.context()).map(done -> Reply.empty());
  }
}
