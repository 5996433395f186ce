package org.attestry.credential.revoke;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.ReadRevokedRequest;
import org.attestry.contracts.credential.CredentialOperations.RevokedCredential;
import org.attestry.contracts.credential.CredentialOperations.SearchRevokedRequest;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.credential.call.Admins;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.Json;

/**
 * Reads and searches RevokedCredential records, for an admin. Both fail UNAUTHENTICATED without a
 * token and FORBIDDEN for everybody else.
 */
public record ReadRevoked(PgRevokedCredentials store) {

  /** Fails NOT_FOUND for an unknown id. */
  public Future<RevokedCredential> readRevoked(ReadRevokedRequest request, CallContext context) {
    Admins.require(context, "revoked");
    UUID osid =
        Optional.ofNullable(request.osid()).flatMap(Ids::parse).orElseThrow(ReadRevoked::unknown);
    return store.find(osid).map(found -> found.orElseThrow(ReadRevoked::unknown));
  }

  /** Fails INVALID with a pointer into an invalid query. */
  public Future<EntitiesView> searchRevoked(SearchRevokedRequest request, CallContext context) {
    Admins.require(context, "revoked");
    RevokedQuery query = RevokedQuery.of(Json.parse(request.query()));
    return store.search(query).map(page -> view(query, page));
  }

  private static EntitiesView view(RevokedQuery query, PgRevokedCredentials.RevokedPage page) {
    List<JsonBytes> data = page.records().stream().map(record -> shown(record, query)).toList();
    long next = query.offset() + data.size();
    return new EntitiesView(
        page.total(),
        page.total() == null ? null : "exact",
        data,
        page.more() ? Long.toString(next) : null,
        query.offset() == 0 ? null : Long.toString(Math.max(0, query.offset() - query.limit())));
  }

  private static JsonBytes shown(RevokedCredential record, RevokedQuery query) {
    ObjectNode all = (ObjectNode) Json.read(Json.write(record));
    return Json.write(query.fields().isEmpty() ? all : all.retain(query.fields()));
  }

  private static FailureException unknown() {
    return FailureException.notFound(
        "credential.revoked.not-found", "There is no RevokedCredential of this osid.");
  }
}
