package org.attestry.credential.signing;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attestry.credential.domain.GeneratedContext;
import org.attestry.runtime.work.RecentMap;

/**
 * Which context was generated for documents of a shape, so that the next one is read with it at
 * once. Which terms are undefined follows from a document's members and from those of its texts
 * that are types. Safe for several threads.
 */
final class GeneratedBefore {

  private static final int MOST_SHAPES = 500;

  private final Map<String, Known> shapes = new RecentMap<>(MOST_SHAPES);

  /**
   * @param types the texts, by their number, that are terms of the context
   */
  private record Known(GeneratedContext context, Map<Integer, String> types) {

    boolean fits(DocumentShape shape) {
      return types.entrySet().stream()
          .allMatch(type -> shape.texts().get(type.getKey()).equals(type.getValue()));
    }
  }

  synchronized Optional<GeneratedContext> find(DocumentShape shape) {
    return Optional.ofNullable(shapes.get(shape.text()))
        .filter(known -> known.fits(shape))
        .map(Known::context);
  }

  synchronized void put(DocumentShape shape, GeneratedContext context) {
    Set<String> terms = new HashSet<>();
    context.document().get("@context").fieldNames().forEachRemaining(terms::add);
    Map<Integer, String> types = new HashMap<>();
    for (int number = 0; number < shape.texts().size(); number++) {
      if (terms.contains(shape.texts().get(number))) {
        types.put(number, shape.texts().get(number));
      }
    }
    shapes.put(shape.text(), new Known(context, types));
  }
}
