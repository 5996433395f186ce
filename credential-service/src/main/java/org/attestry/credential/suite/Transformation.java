package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.credential.jose.InvalidProofException;
import org.attestry.credential.jsonld.Rules;
import org.attestry.credential.proof.ProofTerms;
import org.attestry.runtime.fair.Budget;

/** Turns a document and its proof into bytes (W3C Data Integrity 1.0, section 4.1). */
interface Transformation {

  /** Says whether the bytes are those of the JSON, rather than of the statements. */
  boolean coversJson();

  /** Returns the SHA-256 of the document. */
  byte[] hash(SecuredDocument document);

  /** Adds the members that a proof on the document needs beside its usual ones. */
  void complete(ObjectNode options, SecuredDocument document);

  /**
   * Reads the options of a proof.
   *
   * @param options a proof without its value
   * @param rules for a proof that is made, or for one that is verified
   * @throws InvalidProofException if they cannot belong to a proof on the document, or their
   *     statements differ from their JSON
   */
  Options read(ObjectNode options, SecuredDocument document, Rules rules, Budget budget);

  /**
   * The options of a proof.
   *
   * @param hash SHA-256 of the options
   */
  record Options(byte[] hash, ProofTerms terms) {}
}
