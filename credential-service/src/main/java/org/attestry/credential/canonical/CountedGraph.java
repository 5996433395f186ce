package org.attestry.credential.canonical;

import com.apicatalog.rdf.api.RdfConsumerException;
import com.apicatalog.rdf.api.RdfQuadConsumer;
import com.apicatalog.rdf.canon.RdfCanon;
import com.apicatalog.rdf.canon.RdfCanonTicker;
import com.apicatalog.rdf.nquads.NQuadsWriter;
import java.io.StringWriter;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.attestry.contracts.FailureException;
import org.attestry.credential.canonical.RdfStatements.Statement;
import org.attestry.credential.jsonld.DocumentViolations;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.identifier.Sha256;

/**
 * Canonicalizes a graph within limits. Hostile graphs make canonicalization exponential, so its
 * steps and hashed bytes are counted. A count, unlike a clock, gives the same result on a busy
 * machine.
 */
public final class CountedGraph implements RdfCanonTicker {

  private static final int MOST_QUADS = 20_000;
  private static final int MOST_BLANK_NODES = 5_000;

  /**
   * How often the canonicalizer reads each blank node, and each place that names one, before it
   * compares those with equal hashes (RDF Dataset Canonicalization 4.4.3, step 3).
   */
  private static final long ROUNDS_OF_FIRST_HASHES = 2;

  /**
   * The cost of a step of that comparison: it copies paths and labels, which grow with the number
   * of blank nodes without a label.
   */
  private static final int BLANK_NODES_A_STEP = 100;

  /** How many times as long a step of that comparison takes as other steps. */
  private static final int COMPARISON = 3;

  private static final int TICKS_BETWEEN_WEIGHINGS = 256;

  private final RdfCanon canon;
  private final Budget budget;
  private final Set<String> blanks = new HashSet<>();
  private int mentions;
  private int quads;
  private long ticks;
  private long weight = 1;

  public CountedGraph(Budget budget) {
    this.budget = budget;
    this.canon = RdfCanon.create(new CountedDigest(budget), this);
  }

  /** Returns the canonical form of the added statements. */
  public CanonicalForm canonicalForm() throws RdfConsumerException {
    StringWriter nQuads = new StringWriter();
    canon.provide(new NQuadsWriter(nQuads));
    return new CanonicalForm(nQuads.toString());
  }

  /**
   * Canonicalizes a document.
   *
   * @param name of the document in a refusal
   * @throws FailureException of kind INVALID if it is too large or cannot be written as RDF, or the
   *     failure of a spent budget
   */
  public static <T> T orRefuse(String name, Callable<T> canonicalization) {
    try {
      return canonicalization.call();
    } catch (TooLargeException | StackOverflowError e) {
      throw DocumentViolations.refusal(
          "limit", "The %s is too complex to be canonicalized.".formatted(name));
    } catch (FailureException e) {
      throw e;
    } catch (Exception e) {
      throw DocumentViolations.refusal(
          "json-ld", "The %s cannot be written as RDF.".formatted(name));
    }
  }

  /**
   * @param graph a blank node or an IRI; null for the default graph
   */
  public void add(Statement one, String graph) throws RdfConsumerException {
    count(one.subject());
    count(graph);
    if (one.datatype() == null) {
      count(one.object());
    }
    if (++quads > MOST_QUADS || blanks.size() > MOST_BLANK_NODES) {
      throw new TooLargeException();
    }
    canon.quad(
        one.subject(), one.predicate(), one.object(), one.datatype(), one.language(), null, graph);
  }

  private void count(String resource) {
    if (RdfQuadConsumer.isBlank(resource)) {
      blanks.add(resource);
      mentions++;
    }
  }

  @Override
  public void tick() {
    if (++ticks % TICKS_BETWEEN_WEIGHINGS == 0) {
      weight = 1 + (blanks.size() - canon.mapping().size()) / BLANK_NODES_A_STEP;
    }
    long firstHashes = ROUNDS_OF_FIRST_HASHES * (1 + mentions + blanks.size());
    budget.spend(ticks <= firstHashes ? 1 : COMPARISON * weight);
  }

  /** The document has too many statements or blank nodes. */
  static final class TooLargeException extends IllegalStateException {

    private static final long serialVersionUID = 1L;
  }

  /** SHA-256 that counts the bytes, because a long text may be hashed many times. */
  private static final class CountedDigest extends MessageDigest {

    private static final int BYTES_A_STEP = 128;

    private final MessageDigest sha256 = Sha256.digest();
    private final Budget budget;

    CountedDigest(Budget budget) {
      super("SHA-256");
      this.budget = budget;
    }

    @Override
    protected void engineUpdate(byte input) {
      sha256.update(input);
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
      budget.spend(length / BYTES_A_STEP);
      sha256.update(input, offset, length);
    }

    @Override
    protected byte[] engineDigest() {
      return sha256.digest();
    }

    @Override
    protected void engineReset() {
      sha256.reset();
    }
  }
}
