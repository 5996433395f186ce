package org.attestry.registry.search;

import java.util.function.Predicate;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.index.TypeIndexes;
import org.attestry.registry.query.Comparison;
import org.attestry.registry.query.Filter;
import org.attestry.registry.query.Filter.Compare;
import org.attestry.registry.query.Operand;
import org.attestry.registry.query.Target;
import org.attestry.registry.sql.TextSql;

/** Determines which filters an index evaluates, so that only matches are read. */
final class IndexUse {

  private IndexUse() {}

  /** Whether the filter requires one value of a unique field: at most one entity has it. */
  static boolean one(Filter filter, TypeIndexes indexes) {
    return requires(filter, oneValue(indexes::isUnique));
  }

  /**
   * Whether the filter requires nothing but one value of a field with an index of its own. That
   * index has the entities with that value in the order of their ids.
   */
  static boolean inOrder(Filter filter, TypeIndexes indexes) {
    return filter instanceof Compare compare && oneValue(indexes.searches()::ofOne).test(compare);
  }

  /** Whether the filter requires values of an indexed field. */
  static boolean values(Filter filter, TypeIndexes indexes) {
    return requires(filter, anyValue(indexes::ofValues));
  }

  /**
   * Whether the filter requires nothing but values of fields whose indexes contain no deleted
   * entities. The indexes of unique fields and owners do not qualify: PostgreSQL uses them only if
   * the statement excludes deleted entities.
   */
  static boolean onlyLiving(Filter filter, TypeIndexes indexes) {
    return switch (filter) {
      case Filter.All all -> all.filters().stream().allMatch(each -> onlyLiving(each, indexes));
      case Compare compare ->
          anyValue(path -> indexes.searches().ofValues(path) && !indexes.isUnique(path))
              .test(compare);
      case Filter.Either _, Filter.Not _, Filter.AnyItem _, Filter.AnyRecord _ -> false;
      case null -> false;
    };
  }

  /**
   * Whether the filter compares a value that deleted entities do not have, so that it finds none of
   * them.
   */
  static boolean findsLiving(Filter filter, TypeIndexes indexes) {
    return requires(
        filter,
        compare ->
            compare.target() instanceof Target.Property(FieldPath path)
                && indexes.searches().ofValues(path)
                && !(isEquality(compare) && indexes.isUnique(path))
                && TextSql.isByValue(compare)
                && compare.operands().stream().noneMatch(Operand.Null.class::isInstance));
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

  private static boolean requires(Filter filter, Predicate<Compare> part) {
    return switch (filter) {
      case Filter.All all -> all.filters().stream().anyMatch(each -> requires(each, part));
      case Compare compare -> part.test(compare);
      case Filter.Either _, Filter.Not _, Filter.AnyItem _, Filter.AnyRecord _ -> false;
      case null -> false;
    };
  }

  private static boolean isEquality(Compare compare) {
    return compare.comparison() == Comparison.EQUAL
        && !compare.ignoreCase()
        && compare.operands().stream().noneMatch(Operand.Null.class::isInstance);
  }
}
