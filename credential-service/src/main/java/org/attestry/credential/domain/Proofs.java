package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.runtime.work.Budget;

/** Signs and verifies credentials. Its methods take CPU time: call them through {@link Compute}. */
public interface Proofs {

  /**
   * Signs a credential that has no proof yet. Terms that its contexts do not define are defined by
   * a generated context, appended to {@code @context}, or refused, as configured.
   *
   * @param budget what it may spend
   * @throws FailureException of kind INVALID with everything that cannot be signed, or what the
   *     budget says when it is spent
   */
  SignedDocument sign(ObjectNode credential, SigningKey key, Instant created, Budget budget);

  /**
   * Verifies a credential's proof.
   *
   * @param contexts contexts that it names beside the bundled ones, by address
   * @param budget what it may spend; a credential that is more work is undecided
   */
  Verdict verify(
      ObjectNode credential,
      ObjectNode proof,
      Map<String, JsonNode> contexts,
      VerificationKey key,
      Budget budget);

  /**
   * A signed credential.
   *
   * @param credential with its proof as last member
   * @param signedHash SHA-256 of the canonical form without proof, lower-case hex
   * @param proofHash SHA-256 of the signature's bytes, lower-case hex
   * @param context the context generated for it, or null
   */
  record SignedDocument(
      ObjectNode credential, String signedHash, String proofHash, GeneratedContext context) {}

  /** What a proof is worth. */
  sealed interface Verdict {

    /** It holds; the hashes are those of {@link SignedDocument}. */
    record Valid(String signedHash, String proofHash) implements Verdict {}

    /** It does not hold. */
    record Invalid(String reason, List<Violation> violations) implements Verdict {}

    /** It cannot be told, because a context is not known here, or reading it is too much work. */
    record Undecided(String reason) implements Verdict {}
  }
}
