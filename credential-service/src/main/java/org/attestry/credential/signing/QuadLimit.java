package org.attestry.credential.signing;

import com.apicatalog.rdf.api.RdfConsumerException;
import com.apicatalog.rdf.api.RdfQuadConsumer;
import com.apicatalog.rdf.canon.RdfCanon;
import com.apicatalog.rdf.canon.RdfCanonTicker;
import java.util.HashSet;
import java.util.Set;

/**
 * Canonicalization within limits. Hostile graphs make it exponential, so its steps are counted; a
 * count, unlike a clock, gives the same answer on a busy machine.
 */
final class QuadLimit implements RdfQuadConsumer, RdfCanonTicker {

  private static final int MOST_QUADS = 20_000;
  private static final int MOST_BLANK_NODES = 5_000;
  private static final int MOST_STEPS = 400_000;

  private final RdfCanon canon = RdfCanon.create("SHA-256", this);
  private final Set<String> blanks = new HashSet<>();
  private int quads;
  private int steps;

  RdfCanon canon() {
    return canon;
  }

  @Override
  public RdfQuadConsumer quad(
      String subject,
      String predicate,
      String object,
      String datatype,
      String language,
      String direction,
      String graph)
      throws RdfConsumerException {
    count(subject);
    if (!RdfQuadConsumer.isLiteral(datatype, language, direction)) {
      count(object);
    }
    if (++quads > MOST_QUADS || blanks.size() > MOST_BLANK_NODES) {
      throw new TooComplexException();
    }
    canon.quad(subject, predicate, object, datatype, language, direction, graph);
    return this;
  }

  private void count(String resource) {
    if (RdfQuadConsumer.isBlank(resource)) {
      blanks.add(resource);
    }
  }

  @Override
  public void tick() {
    if (++steps > MOST_STEPS) {
      throw new TooComplexException();
    }
  }

  /** The document exceeds a limit. */
  static final class TooComplexException extends IllegalStateException {

    private static final long serialVersionUID = 1L;
  }
}
