package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.credential.jose.InvalidProofException;
import org.attestry.credential.jsonld.Rules;
import org.attestry.credential.proof.ProofTerms;
import org.attestry.runtime.work.Budget;

/** How a document and the proof on it become bytes (W3C Data Integrity 1.0, section 4.1). */
interface Transformation {

  /** Whether the JSON becomes the bytes, and not its statements. */
  boolean coversJson();

  /** SHA-256 of the document. */
  byte[] hash(SecuredDocument document);

  /** Adds what a proof on the document must hold beside its ordinary members. */
  void complete(ObjectNode options, SecuredDocument document);

  /**
   * Reads the options of a proof.
   *
   * @param options a proof without its value
   * @param rules of a proof that is made, or that is verified
   * @throws InvalidProofException if they cannot belong to a proof on the document, or do not mean
   *     what their JSON says
   */
  Options read(ObjectNode options, SecuredDocument document, Rules rules, Budget budget);

  /**
   * The options of a proof.
   *
   * @param hash SHA-256 of them
   */
  record Options(byte[] hash, ProofTerms terms) {}
}
