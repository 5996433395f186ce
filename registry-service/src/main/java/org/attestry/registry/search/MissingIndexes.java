package org.attestry.registry.search;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.index.TypeIndexes;
import org.attestry.registry.query.Comparison;
import org.attestry.registry.query.EntityQuery;
import org.attestry.registry.query.Filter;
import org.attestry.registry.query.Operand;
import org.attestry.registry.query.RecordField;
import org.attestry.registry.query.Target;
import org.attestry.registry.sql.TextSql;
import org.attestry.registry.types.LearnedIndex;
import org.attestry.registry.types.LearnedIndex.Kind;
import org.attestry.registry.types.ScalarKind;

/** The indexes that a type lacks and that would find the matches of a search, or their order. */
record MissingIndexes(TypeIndexes indexes) {

  /** The minimum length of a part; shorter parts have no trigrams. */
  private static final int SHORTEST_PART = 3;

  private static final int LONGEST_PATH = 500;

  Set<LearnedIndex> of(EntityQuery query) {
    Set<LearnedIndex> missing = new LinkedHashSet<>();
    if (query.filter() != null) {
      missing.addAll(of(query.filter()));
    }
    if (query.sort().getFirst().target() instanceof Target.Property(FieldPath path)
        && !query.sort().getFirst().kinds().contains(ScalarKind.TEXT)) {
      missing.addAll(ofValues(path));
    }
    return missing;
  }

  /**
   * Returns the missing indexes of the parts of index fields, which the first search by a part
   * adds.
   */
  Set<LearnedIndex> ofIndexFields(EntityQuery query) {
    if (query.filter() == null) {
      return Set.of();
    }
    return of(query.filter()).stream()
        .filter(index -> index.kind() == Kind.PARTS && indexes.ofDeclaredValues(index.field()))
        .collect(Collectors.toSet());
  }

  private Set<LearnedIndex> of(Filter filter) {
    return switch (filter) {
      case Filter.All all -> union(all.filters());
      case Filter.Either either -> ofEither(either.filters());
      case Filter.Not _ -> Set.of();
      case Filter.AnyItem any -> ofItems(any);
      case Filter.AnyRecord any -> ofRecords(any);
      case Filter.Compare compare
          when compare.target() instanceof Target.Property(FieldPath path) ->
          of(compare, path);
      case Filter.Compare _ -> Set.of();
    };
  }

  private Set<LearnedIndex> union(List<Filter> filters) {
    Set<LearnedIndex> all = new HashSet<>();
    filters.forEach(filter -> all.addAll(of(filter)));
    return all;
  }

  /**
   * Returns the indexes for alternatives. Indexes find alternatives only if each alternative has
   * one.
   */
  private Set<LearnedIndex> ofEither(List<Filter> filters) {
    boolean each =
        filters.stream()
            .allMatch(filter -> IndexUse.values(filter, indexes) || !of(filter).isEmpty());
    return each ? union(filters) : Set.of();
  }

  private Set<LearnedIndex> ofItems(Filter.AnyItem any) {
    return any.depth() == 1
            && canBeLearned(any.array())
            && !indexes.searches().ofItems(any.array())
            && requiresEquality(any.filter())
        ? Set.of(new LearnedIndex(Kind.ITEMS, any.array()))
        : Set.of();
  }

  /** An index of records has their states. */
  private Set<LearnedIndex> ofRecords(Filter.AnyRecord any) {
    FieldPath path = any.records().path();
    return indexes.searches().ofItems(path) || !requiresState(any.filter())
        ? Set.of()
        : Set.of(new LearnedIndex(Kind.ITEMS, path));
  }

  private static boolean requiresState(Filter filter) {
    return switch (filter) {
      case Filter.All all -> all.filters().stream().anyMatch(MissingIndexes::requiresState);
      case Filter.Compare compare ->
          requiresEquality(compare)
              && compare.target() instanceof Target.Record(RecordField field)
              && field == RecordField.STATE;
      case Filter.Either _, Filter.Not _, Filter.AnyItem _, Filter.AnyRecord _ -> false;
    };
  }

  private static boolean requiresEquality(Filter filter) {
    return switch (filter) {
      case Filter.All all -> all.filters().stream().anyMatch(MissingIndexes::requiresEquality);
      case Filter.Compare compare ->
          compare.comparison() == Comparison.EQUAL && !compare.ignoreCase();
      case Filter.Either _, Filter.Not _, Filter.AnyItem _, Filter.AnyRecord _ -> false;
    };
  }

  private Set<LearnedIndex> of(Filter.Compare compare, FieldPath path) {
    if (compare.operands().stream().anyMatch(Operand.Null.class::isInstance)) {
      return Set.of();
    }
    if (TextSql.isByValue(compare)) {
      return ofValues(path);
    }
    return TextSql.isByPart(compare) ? ofParts(compare, path) : Set.of();
  }

  private Set<LearnedIndex> ofValues(FieldPath path) {
    return indexes.ofValues(path) || !canBeLearned(path)
        ? Set.of()
        : Set.of(new LearnedIndex(Kind.VALUES, path));
  }

  /**
   * Whether an index of the field may be learned. The field must be declared, because callers
   * choose the names of undeclared members.
   */
  private boolean canBeLearned(FieldPath path) {
    return !path.segments().contains(FieldPath.ANY)
        && path.toString().length() <= LONGEST_PATH
        && indexes.searches().isDeclared(path);
  }

  private Set<LearnedIndex> ofParts(Filter.Compare compare, FieldPath path) {
    boolean found =
        Operand.texts(compare.operands()).stream().allMatch(text -> text.length() >= SHORTEST_PART);
    return !found || indexes.searches().ofTexts(path) || !canBeLearned(path)
        ? Set.of()
        : Set.of(new LearnedIndex(Kind.PARTS, path));
  }
}
