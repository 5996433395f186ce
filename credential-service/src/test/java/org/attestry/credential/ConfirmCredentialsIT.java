package org.attestry.credential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.IssuedCredential;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.FindHeldCredentialsRequest;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.contracts.registry.HeldCredentials;
import org.attestry.runtime.identifier.Sha256;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A credential whose write was not committed does not stay valid. */
class ConfirmCredentialsIT {

  private static final String TEMPLATE =
      """
      {"@context": ["https://www.w3.org/2018/credentials/v1"], "type": ["VerifiableCredential"],
       "credentialSubject": {"type": "Person", "name": "{{name}}"}}
      """;

  private final Set<String> held = ConcurrentHashMap.newKeySet();
  private final List<String> requested = new CopyOnWriteArrayList<>();
  private volatile boolean away;
  private volatile boolean isFormer;
  private RunningService service;

  @BeforeEach
  void start() throws Exception {
    service =
        RunningService.start(Map.of("CONFIRMED_AFTER", "PT1S", "PUBLIC_URL", "https://r.example"));
    service.answer(AttestationOperations.FIND_HELD_CREDENTIALS, this::find);
  }

  @AfterEach
  void stop() throws Exception {
    service.stop();
  }

  private Future<HeldCredentials> find(FindHeldCredentialsRequest request, CallContext context) {
    if (away) {
      return Future.failedFuture(
          FailureException.of(FailureKind.UNAVAILABLE, "registry.away", "Not now."));
    }
    request.issued().stream().map(Issued::digest).forEach(requested::add);
    List<Issued> found =
        request.issued().stream().filter(one -> held.contains(one.digest())).toList();
    return Future.succeededFuture(
        new HeldCredentials(
            found.stream().map(Issued::credentialId).collect(Collectors.toSet()),
            isFormer ? null : found.stream().map(Issued::digest).collect(Collectors.toSet()),
            null,
            null));
  }

  @Test
  void credentialThatNobodyHoldsIsRevokedAndOneThatIsHeldStays() throws Exception {
    away = true;
    IssuedCredential kept = issue();
    IssuedCredential orphan = issue();
    held.add(digest(kept));
    away = false;

    service.eventually(() -> !isValid(orphan));

    assertTrue(isValid(kept));
    IssuedCredential last = issue();
    held.add(digest(last));
    service.eventually(() -> requested.contains(digest(last)));
    assertEquals(
        1, requested.stream().filter(digest(kept)::equals).count(), "it is asked for once");
  }

  @Test
  void ofCredentialsWithOneIdOnlyTheOneThatIsHeldStays() throws Exception {
    away = true;
    String entityId = UUID.randomUUID().toString();
    JsonBytes template = JsonBytes.of(TEMPLATE.replaceFirst("\\{", "{\"id\": \"urn:student:7\","));
    IssuedCredential kept = issue(entityId, template, "Ada");
    IssuedCredential refused = issue(entityId, template, "Eva");
    IssuedCredential another = issue(UUID.randomUUID().toString(), template, "Eve");
    held.add(digest(kept));
    away = false;

    service.eventually(() -> !isValid(refused) && !isValid(another));

    assertTrue(isValid(kept));
  }

  @Test
  void aFormerVersionOfTheRegistrySaysIdsAlone() throws Exception {
    isFormer = true;
    away = true;
    IssuedCredential kept = issue();
    IssuedCredential orphan = issue();
    held.add(digest(kept));
    away = false;

    service.eventually(() -> !isValid(orphan));

    assertTrue(isValid(kept));
  }

  @Test
  void nothingIsRevokedWhileTheRegistryIsAway() throws Exception {
    away = true;
    List<IssuedCredential> many = new CopyOnWriteArrayList<>();
    for (int i = 0; i < 120; i++) {
      many.add(issue());
    }
    assertTrue(isValid(many.getFirst()) && isValid(many.getLast()));
    away = false;
    service.eventually(() -> !isValid(many.getLast()));
    service.eventually(() -> !isValid(many.getFirst()));
    assertEquals(120, requested.size());
  }

  private IssuedCredential issue() throws Exception {
    return issue(UUID.randomUUID().toString(), JsonBytes.of(TEMPLATE), "Ada");
  }

  private IssuedCredential issue(String entityId, JsonBytes template, String name)
      throws Exception {
    JsonBytes data = JsonBytes.of("{\"name\": \"%s\"}".formatted(name));
    return service.request(
        CredentialOperations.ISSUE_CREDENTIAL,
        new IssueCredentialRequest("Student", entityId, null, template, data),
        Caller.NOBODY);
  }

  private static String digest(IssuedCredential issued) {
    return Sha256.hex(issued.credential().text());
  }

  private boolean isValid(IssuedCredential issued) throws Exception {
    return service
        .request(
            CredentialOperations.VERIFY_CREDENTIAL,
            new VerifyCredentialRequest(issued.credential()),
            Caller.NOBODY)
        .verified();
  }
}
