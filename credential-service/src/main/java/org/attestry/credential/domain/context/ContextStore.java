package org.attestry.credential.domain.context;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.ContextOperations.UploadedContext;
import org.attestry.credential.domain.Page;
import org.attestry.credential.domain.proof.GeneratedContext;

/** Where contexts are stored: those generated for templates, and those that admins upload. */
public interface ContextStore {

  /** The generated and uploaded contexts at those addresses. */
  Future<Map<String, JsonNode>> findAll(Collection<String> addresses);

  /** The document of the generated context, or of one of the uploaded ones, with that digest. */
  Future<Optional<JsonBytes>> findDocument(String digest);

  /** Stores a context, unless it is stored already. Fails CONFLICT when there is no room. */
  Future<Void> insert(GeneratedContext context);

  Future<Boolean> contains(GeneratedContext context);

  /**
   * Stores a context, unless its address has one; the issuers are added to those of the same
   * document. Fails CONFLICT when there are as many as allowed.
   *
   * @return the context that is stored at the address; its document may be another one
   */
  Future<UploadedContext> insert(UploadedContext context);

  Future<Page<UploadedContext>> listUploaded(int limit, int offset);

  Future<Optional<UploadedContext>> findUploaded(UUID id);

  /** Whether each of the addresses that has an uploaded context lists the issuer there. */
  Future<Boolean> areOf(String issuer, Collection<String> addresses);

  /**
   * Deletes an uploaded context that was neither used nor checked lately; whether there was such a
   * one.
   */
  Future<Boolean> deleteUnused(UUID id);

  /** Marks contexts as used by a credential; the addresses among them that are uploaded ones. */
  Future<Set<String>> use(Collection<String> addresses);

  /**
   * Keeps uploaded contexts that a template names from being deleted until its schema is published.
   */
  Future<Void> checked(Collection<String> addresses);
}
