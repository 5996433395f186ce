package org.attestry.condition;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Comparison;
import org.attestry.contracts.schema.Condition.Operand;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.Condition.Values;
import org.attestry.runtime.fair.Budget;

/**
 * The documents in which the attestor's paths of a condition are evaluated; one document that
 * satisfies the condition is enough. A comparison holds if it holds for any pair of values, so one
 * with a single path of the attestor is evaluated once, over the values of all documents. Documents
 * are evaluated one by one only where a condition combines several of the attestor's values. Used
 * by one thread at a time.
 */
final class AttestorDocuments {

  private static final int STEPS_OF_DOCUMENT = 5;

  private final List<JsonNode> all;
  private final Map<FieldPath, BoundValues[]> ofEach = new HashMap<>();
  private final Map<FieldPath, List<BoundValues>> ofAll = new HashMap<>();
  private final Map<Condition, Integer> paths = new IdentityHashMap<>();

  AttestorDocuments(List<JsonNode> all) {
    this.all = List.copyOf(all);
  }

  List<JsonNode> all() {
    return all;
  }

  /**
   * @param requester returns the values of the requester's path
   */
  boolean satisfy(Condition condition, Function<FieldPath, BoundValues> requester, Budget budget) {
    return !all.isEmpty() && new Evaluation(requester, budget).any(condition);
  }

  /** The evaluation for one requester. */
  private final class Evaluation {

    private final Function<FieldPath, BoundValues> requester;
    private final Budget budget;

    Evaluation(Function<FieldPath, BoundValues> requester, Budget budget) {
      this.requester = requester;
      this.budget = budget;
    }

    /** Whether the condition holds for any of the documents. */
    boolean any(Condition condition) {
      budget.spend();
      int read = paths.computeIfAbsent(condition, AttestorDocuments::attestorPaths);
      if (read == 0) {
        return holdsFor(0, condition);
      }
      return switch (condition) {
        case Condition.Or or -> or.any().stream().anyMatch(this::any);
        case Condition.And and ->
            and.all().stream().allMatch(this::any) && (!combines(and) || anyOne(and));
        case Comparison comparison when read == 1 -> anyValue(comparison);
        default -> anyOne(condition);
      };
    }

    /** Whether several of the operands must hold for the same document. */
    private boolean combines(Condition.And and) {
      return and.all().stream().filter(one -> paths.get(one) > 0).skip(1).findAny().isPresent();
    }

    /** Evaluates a comparison with one path of the attestor over the values of all documents. */
    private boolean anyValue(Comparison comparison) {
      FieldPath path = attestorPath(comparison);
      List<BoundValues> merged = ofAll.get(path);
      if (merged == null) {
        merged = merge(path, budget);
        ofAll.put(path, merged);
      }
      return merged.stream().anyMatch(values -> evaluator(own -> values).holds(comparison));
    }

    private boolean anyOne(Condition condition) {
      for (int document = 0; document < all.size(); document++) {
        if (holdsFor(document, condition)) {
          return true;
        }
      }
      return false;
    }

    private boolean holdsFor(int document, Condition condition) {
      budget.spend(STEPS_OF_DOCUMENT);
      return evaluator(path -> bound(document, path)).holds(condition);
    }

    private BoundValues bound(int document, FieldPath path) {
      BoundValues[] values = ofEach.computeIfAbsent(path, wanted -> new BoundValues[all.size()]);
      if (values[document] == null) {
        values[document] = BoundValues.of(PathValues.in(all.get(document), path), budget);
      }
      return values[document];
    }

    private ConditionEvaluator evaluator(Function<FieldPath, BoundValues> attestor) {
      return ConditionEvaluator.ofBound(
          values -> (values.side() == Side.ATTESTOR ? attestor : requester).apply(values.path()),
          budget);
    }
  }

  /** Merges the values of all documents: those that are lists, and those that are single. */
  private List<BoundValues> merge(FieldPath path, Budget budget) {
    List<Value> lists = new ArrayList<>();
    List<Value> singles = new ArrayList<>();
    for (JsonNode document : all) {
      PathValues found = PathValues.in(document, path);
      BoundValues.values(found, budget).forEach((found.list() ? lists : singles)::add);
    }
    return List.of(BoundValues.all(true, lists), BoundValues.all(false, singles));
  }

  /** Returns how often a condition reads the attestor's values. */
  private static int attestorPaths(Condition condition) {
    return switch (condition) {
      case Condition.Always always -> 0;
      case Condition.And and -> and.all().stream().mapToInt(AttestorDocuments::attestorPaths).sum();
      case Condition.Or or -> or.any().stream().mapToInt(AttestorDocuments::attestorPaths).sum();
      case Condition.Not not -> attestorPaths(not.condition());
      case Comparison comparison ->
          (isAttestors(comparison.left()) ? 1 : 0) + (isAttestors(comparison.right()) ? 1 : 0);
    };
  }

  private static FieldPath attestorPath(Comparison comparison) {
    Operand one = isAttestors(comparison.left()) ? comparison.left() : comparison.right();
    return ((Values) one).path();
  }

  private static boolean isAttestors(Operand operand) {
    return operand instanceof Values values && values.side() == Side.ATTESTOR;
  }
}
