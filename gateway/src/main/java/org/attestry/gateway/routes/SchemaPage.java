package org.attestry.gateway.routes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.attestry.contracts.schema.SchemaOperations.ListSchemasRequest;
import org.attestry.contracts.schema.SchemaOperations.SchemasView;
import org.attestry.contracts.schema.SchemaView;
import org.attestry.runtime.json.Json;

/**
 * A page of schemas in the common form of searches and lists.
 *
 * @param nextPage address of the next page of a list, left out at the end
 * @param prevPage address of the page before, left out at the beginning
 */
record SchemaPage(
    long totalCount, String countIs, List<SchemaView> data, String nextPage, String prevPage) {

  /**
   * Returns a page of a search, without addresses of other pages: a search is continued by its
   * body.
   */
  static SchemaPage of(SchemasView found) {
    return new SchemaPage(found.totalCount(), "exact", found.schemas(), null, null);
  }

  static SchemaPage of(ListSchemasRequest request, SchemasView found) {
    long next = (long) request.offset() + found.schemas().size();
    boolean more = next < found.totalCount() && !found.schemas().isEmpty();
    int limit = request.limit() == 0 ? found.schemas().size() : request.limit();
    long before = Math.min(request.offset(), found.totalCount()) - Math.max(1, limit);
    return new SchemaPage(
        found.totalCount(),
        "exact",
        found.schemas(),
        more ? page(request, next) : null,
        request.offset() > 0 ? page(request, Math.max(0, before)) : null);
  }

  private static String page(ListSchemasRequest request, long offset) {
    ObjectNode query = Json.object();
    if (request.limit() > 0) {
      query.put("limit", request.limit());
    }
    if (request.status() != null) {
      query.put("status", request.status().name());
    }
    return PageAddress.of("/api/v1/Schema", query.put("offset", offset));
  }
}
