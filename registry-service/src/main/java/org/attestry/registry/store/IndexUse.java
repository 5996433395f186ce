package org.attestry.registry.store;

import java.util.function.Predicate;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.domain.search.Comparison;
import org.attestry.registry.domain.search.Filter;
import org.attestry.registry.domain.search.Filter.Compare;
import org.attestry.registry.domain.search.Operand;
import org.attestry.registry.domain.search.Target;

/** Which parts of a filter an index answers, so that only matches are read. */
final class IndexUse {

  private IndexUse() {}

  /** Whether the filter asks for one value of a unique field: one entity has it at most. */
  static boolean one(Filter filter, TypeIndexes indexes) {
    return demands(filter, oneValue(indexes::isUnique));
  }

  /**
   * Whether the filter asks for one value of a field with an index of its own, and for nothing
   * else: the entities that have it stand there in the order of their ids.
   */
  static boolean inOrder(Filter filter, TypeIndexes indexes) {
    return filter instanceof Compare compare && oneValue(indexes.searches()::ofOne).test(compare);
  }

  /** Whether the filter asks for values of an indexed field. */
  static boolean values(Filter filter, TypeIndexes indexes) {
    return demands(filter, anyValue(indexes::ofValues));
  }

  private static Predicate<Compare> oneValue(Predicate<FieldPath> indexed) {
    return anyValue(indexed).and(compare -> compare.operands().size() == 1);
  }

  private static Predicate<Compare> anyValue(Predicate<FieldPath> indexed) {
    return compare ->
        isEquality(compare)
            && compare.target() instanceof Target.Property(FieldPath path)
            && indexed.test(path);
  }

  private static boolean demands(Filter filter, Predicate<Compare> part) {
    return switch (filter) {
      case Filter.All all -> all.filters().stream().anyMatch(each -> demands(each, part));
      case Compare compare -> part.test(compare);
      case Filter.Either _, Filter.Not _, Filter.AnyItem _ -> false;
      case null -> false;
    };
  }

  private static boolean isEquality(Compare compare) {
    return compare.comparison() == Comparison.EQUAL
        && !compare.ignoreCase()
        && compare.operands().stream().noneMatch(Operand.Null.class::isInstance);
  }
}
