package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.attestry.contracts.FailureException;
import org.attestry.credential.signing.Canonicalizer.ReadDocument;
import org.attestry.runtime.work.RecentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Documents that were signed often are compiled, so that the next one of the same shape needs no
 * JSON-LD processor. Every five-hundredth is read by the full path, too; should the two differ, the
 * full path's result is used, and no document of that shape is read so again. Safe for several
 * threads.
 */
public final class CompiledDocuments {

  private static final Logger LOG = LoggerFactory.getLogger(CompiledDocuments.class);

  private static final int MOST_SHAPES = 500;
  static final int MOST_TEXTS = 64;

  /** Documents of one shape that are compiled: they differ in texts that are fixed in each. */
  private static final int MOST_OF_A_SHAPE = 8;

  private static final int COMPILED_AT = 3;
  static final int CHECKED_OF = 500;

  private final Map<String, Known> shapes = new RecentMap<>(MOST_SHAPES);
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong checked = new AtomicLong();
  private final AtomicLong differences = new AtomicLong();

  /** What is known of a shape. */
  private static final class Known {
    private final List<CompiledDocument> compiled = new ArrayList<>();
    private int misses;
    private int compilations;
    private boolean wrong;

    synchronized Optional<CompiledDocument> find(
        DocumentShape shape, Map<String, JsonNode> contexts) {
      return wrong
          ? Optional.empty()
          : compiled.stream().filter(one -> one.fits(shape, contexts)).findFirst();
    }

    /** Whether the document that was not found is to be compiled now. */
    synchronized boolean isDue() {
      boolean due = !wrong && ++misses % COMPILED_AT == 0 && compilations < MOST_OF_A_SHAPE;
      compilations += due ? 1 : 0;
      return due;
    }

    synchronized void add(CompiledDocument one) {
      compiled.add(one);
    }

    synchronized void drop() {
      wrong = true;
      compiled.clear();
    }
  }

  /** How the full path and the compiled one read. */
  interface Reader {

    ReadDocument full(ObjectNode document);

    /** Compiles with a budget of its own; fails as {@link #full} does. */
    Optional<CompiledDocument> compile(ObjectNode document, DocumentShape shape);

    ReadDocument compiled(ObjectNode document, DocumentShape shape, CompiledDocument compiled);
  }

  /**
   * @param document one that nothing but its texts tell from others
   * @param contexts those that it is read with beside the bundled ones, by address
   */
  ReadDocument read(ObjectNode document, Map<String, JsonNode> contexts, Reader reader) {
    Optional<DocumentShape> shape = DocumentShape.of(document, MOST_TEXTS);
    if (shape.isEmpty()) {
      return reader.full(document);
    }
    Known known = known(shape.get());
    Optional<CompiledDocument> compiled = known.find(shape.get(), contexts);
    if (compiled.isPresent()) {
      return compiled(document, shape.get(), compiled.get(), known, reader);
    }
    ReadDocument read = reader.full(document);
    if (known.isDue()) {
      compile(document, shape.get(), reader).ifPresent(known::add);
    }
    return read;
  }

  private Known known(DocumentShape shape) {
    synchronized (shapes) {
      return shapes.computeIfAbsent(shape.text(), unknown -> new Known());
    }
  }

  private ReadDocument compiled(
      ObjectNode document,
      DocumentShape shape,
      CompiledDocument compiled,
      Known known,
      Reader reader) {
    ReadDocument read = reader.compiled(document, shape, compiled);
    if (used.incrementAndGet() % CHECKED_OF != 0) {
      return read;
    }
    checked.incrementAndGet();
    try {
      ReadDocument full = reader.full(document);
      if (!read.signsTheSameAs(full)) {
        differs(known);
      }
      return full;
    } catch (FailureException refused) {
      if (!refused.failure().violations().isEmpty()) {
        differs(known);
      }
      throw refused;
    }
  }

  private void differs(Known known) {
    known.drop();
    differences.incrementAndGet();
    LOG.error("a compiled document differs from what the full path reads, which is used");
  }

  private static Optional<CompiledDocument> compile(
      ObjectNode document, DocumentShape shape, Reader reader) {
    try {
      ReadDocument full = reader.full(document);
      return reader
          .compile(document, shape)
          .filter(compiled -> reader.compiled(document, shape, compiled).signsTheSameAs(full));
    } catch (FailureException tooMuchWork) {
      return Optional.empty();
    }
  }

  /** How often compiled documents were used, checked, and wrong. */
  public Map<String, Long> counts() {
    return Map.of("used", used.get(), "checked", checked.get(), "differences", differences.get());
  }
}
