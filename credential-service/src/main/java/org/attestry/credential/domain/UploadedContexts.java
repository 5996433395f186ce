package org.attestry.credential.domain;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.attestry.contracts.credential.ContextOperations.UploadedContext;

/** Where the contexts that admins upload are kept. */
public interface UploadedContexts {

  /**
   * Stores a context, unless its address has one; the issuers are added to those of the same
   * document. Fails CONFLICT when there are as many as allowed.
   *
   * @return what is stored at the address, be it another document
   */
  Future<UploadedContext> insert(UploadedContext context);

  Future<Page<UploadedContext>> list(int limit, int offset);

  Future<Optional<UploadedContext>> find(UUID id);

  /** One of the contexts with that document. */
  Future<Optional<UploadedContext>> findByDigest(String digest);

  /** Whether each of the addresses that has an uploaded context lists the issuer there. */
  Future<Boolean> areOf(String issuer, Collection<String> addresses);

  /** Deletes a context that was neither used nor checked lately; whether there was such a one. */
  Future<Boolean> deleteUnused(UUID id);

  /** Marks contexts as used by a credential; the addresses among them that are uploaded ones. */
  Future<Set<String>> use(Collection<String> addresses);

  /** Keeps contexts that a template names from being deleted until its schema is published. */
  Future<Void> checked(Collection<String> addresses);
}
