package org.attestry.credential.issuer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Done;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.IssuerOperations.RegisterIssuersRequest;
import org.attestry.credential.call.Admins;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.key.IssuerSource;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyRing;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.SigningSuite;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.template.CredentialTemplate;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;

/**
 * Registers the issuers that the templates of a schema name, so that their DID documents are served
 * when the schema is published. An issuer that depends on data is registered when its first
 * credential is issued.
 */
public record RegisterIssuers(KeyRing keys, Proofs proofs, Issuers issuers, CryptoWorkers compute) {

  /** An issuer, with the type of the keys of its template's suite. */
  private record Named(String issuer, KeyType type) {}

  /**
   * Fails UNAUTHENTICATED without a token, FORBIDDEN for callers who are not admins, CONFLICT if
   * the number of issuers has reached its limit. A disabled issuer stays disabled.
   */
  public Future<Done> handle(RegisterIssuersRequest request, CallContext context) {
    Admins.require(context, "issuer");
    return compute
        .run(context.deadline(), () -> named(request, CallBudget.until(context.deadline())))
        .compose(all -> AsyncLoop.each(all, this::register))
        .map(Done.DONE);
  }

  private Set<Named> named(RegisterIssuersRequest request, Budget budget) {
    Set<Named> all = new LinkedHashSet<>();
    request.credentialTemplates().forEach(template -> named(template, budget).ifPresent(all::add));
    return all;
  }

  private Optional<Named> named(JsonBytes template, Budget budget) {
    try {
      CredentialTemplate.Filled filled =
          CredentialTemplate.of(Json.parse(template)).fillStored(Json.object(), budget);
      return Issuers.isIri(filled.issuer())
          ? suite(filled.document())
              .map(suite -> new Named(issuers.checked(filled.issuer()), suite.keyType()))
          : Optional.empty();
    } catch (FailureException e) {
      if (e.failure().kind() != FailureKind.INVALID) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private Optional<SigningSuite> suite(ObjectNode template) {
    return template.has("proof")
        ? proofs.suite(template.get("proof"))
        : Optional.of(proofs.suite());
  }

  private Future<Void> register(Named named) {
    return keys.register(named.issuer(), named.type(), IssuerSource.SCHEMA)
        .<Void>mapEmpty()
        .recover(
            cause ->
                FailureException.isOf(cause, FailureKind.INVALID)
                    ? Future.succeededFuture()
                    : Future.failedFuture(cause));
  }
}
