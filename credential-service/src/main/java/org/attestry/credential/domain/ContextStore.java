package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Where generated contexts are kept; it finds uploaded ones too. */
public interface ContextStore {

  /** Stores a context, unless it is stored already. Fails CONFLICT when there is no room. */
  Future<Void> insert(GeneratedContext context);

  Future<Boolean> contains(GeneratedContext context);

  Future<Optional<GeneratedContext>> find(String digest);

  /** The generated and uploaded contexts at those addresses. */
  Future<Map<String, JsonNode>> findAll(Collection<String> addresses);
}
