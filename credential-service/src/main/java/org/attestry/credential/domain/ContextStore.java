package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Where generated contexts are kept, and which contexts a signature was made under. */
public interface ContextStore {

  /** Stores a context, unless it is stored already. Fails CONFLICT when there is no room. */
  Future<Void> insert(GeneratedContext context);

  Future<Boolean> contains(GeneratedContext context);

  Future<Optional<GeneratedContext>> find(String digest);

  /** The contexts at those of the addresses that are ours. */
  Future<Map<String, JsonNode>> findAll(Collection<String> addresses);

  /** Remembers under which contexts a credential was signed that is not stored itself. */
  Future<Void> pin(String proofHash, String contextDigest);
}
