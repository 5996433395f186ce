package org.attestry.registry.index;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.query.EntityQuery;
import org.attestry.registry.query.Filter;
import org.attestry.registry.query.SortKey;
import org.attestry.registry.query.Target;
import org.attestry.registry.sql.TextSql;

/**
 * The fields that a search filters or sorts by and that have no index.
 *
 * @param names the names found so far
 */
record UnindexedFields(TypeIndexes indexes, Set<String> names) {

  /** Returns the names of the fields, with dots between members, in the order of the search. */
  static List<String> of(EntityQuery query, TypeIndexes indexes) {
    UnindexedFields found = new UnindexedFields(indexes, new LinkedHashSet<>());
    if (query.filter() != null) {
      found.add(query.filter(), List.of(), false);
    }
    for (SortKey key : query.sort()) {
      found.add(key.target(), List.of(), indexes::ofValues);
    }
    return List.copyOf(found.names);
  }

  /**
   * @param at the array whose items are compared, empty for the entity
   * @param indexed whether that array has an index
   */
  private void add(Filter filter, List<String> at, boolean indexed) {
    switch (filter) {
      case Filter.All all -> all.filters().forEach(part -> add(part, at, indexed));
      case Filter.Either either -> either.filters().forEach(part -> add(part, at, indexed));
      case Filter.Not not -> add(not.filter(), at, indexed);
      case Filter.Compare compare -> add(compare, at, indexed);
      case Filter.AnyRecord _ -> {
        // The records of attestations cannot be index fields.
      }
      case Filter.AnyItem any -> {
        List<String> array = below(at, any.array());
        add(any.filter(), array, indexed || indexes.searches().ofItems(new FieldPath(array)));
      }
    }
  }

  private void add(Filter.Compare compare, List<String> at, boolean indexed) {
    boolean byPart = TextSql.isByPart(compare);
    add(
        compare.target(),
        at,
        path -> indexed || (byPart ? indexes.searches().ofTexts(path) : indexes.ofValues(path)));
  }

  private void add(Target target, List<String> at, Predicate<FieldPath> isIndexed) {
    if (target instanceof Target.Property(FieldPath path)) {
      FieldPath whole = new FieldPath(below(at, path));
      if (!isIndexed.test(whole)) {
        names.add(String.join(".", whole.segments()));
      }
    }
  }

  private static List<String> below(List<String> at, FieldPath path) {
    List<String> segments = new ArrayList<>(at);
    segments.addAll(path.segments());
    return segments;
  }
}
