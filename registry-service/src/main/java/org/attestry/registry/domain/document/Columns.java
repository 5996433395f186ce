package org.attestry.registry.domain.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;
import org.attestry.runtime.work.Budget;

/**
 * Entities as rows of cells. In a column whose values can only be texts, a cell is the text itself;
 * in every other column a cell is JSON, or a text if it is not valid JSON. A missing value is an
 * empty cell without quotation marks, which is null here.
 */
public final class Columns {

  /**
   * One column.
   *
   * @param text whether the column's values can only be texts
   */
  public record Column(FieldPath path, boolean text) {}

  private static final int MOST = 2_000;
  private static final int LONGEST_TITLE = 1_000;
  private static final int DEEPEST = 32;

  /** The budget for reading the parts of the definition that declare columns. */
  private static final long STEPS = 1_000_000;

  private final List<Column> columns;

  private Columns(List<Column> columns) {
    this.columns = List.copyOf(columns);
  }

  /**
   * Returns the columns of all fields that a definition declares. Declared members of objects have
   * columns of their own.
   *
   * @throws FailureException INVALID if there are more columns than a row may have
   */
  public static Columns of(JsonNode definition, Deadline deadline) {
    return new Columns(new DeclaredColumns(definition, budget(deadline)).all());
  }

  /**
   * Reads the columns from a client's header.
   *
   * @throws FailureException INVALID if there are too many titles, or a title is not a path, is
   *     repeated, or is a prefix of another title
   */
  public static Columns read(List<String> titles, JsonNode definition, Deadline deadline) {
    requireNotTooMany(titles.size());
    DeclaredColumns declared = new DeclaredColumns(definition, budget(deadline));
    Titles taken = new Titles();
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < titles.size(); i++) {
      FieldPath path = path(titles.get(i), i + 1);
      if (!taken.add(path)) {
        throw refused(i + 1, "It leads into another column, or is there twice.");
      }
      columns.add(new Column(path, declared.isText(path.segments())));
    }
    return new Columns(columns);
  }

  static void requireNotTooMany(int columns) {
    if (columns > MOST) {
      String message =
          "A row has at most %d columns; use JSON, one entity a line, for more.".formatted(MOST);
      throw FailureException.invalid("registry.columns.too-many", "", "columns", message);
    }
  }

  private static Budget budget(Deadline deadline) {
    String message =
        "It takes too long to find out the columns of the type; use JSON, one entity a line.";
    return new Budget(
        deadline, STEPS, Failure.invalid("registry.columns.too-complex", "", "columns", message));
  }

  /** A tree of column paths by segment, in which only leaves are columns. */
  private static final class Titles {
    private final Map<String, Titles> further = new HashMap<>();
    private boolean column;

    /**
     * Adds a path; returns false if the path exists already, or is a prefix of an existing path or
     * the reverse.
     */
    boolean add(FieldPath path) {
      Titles at = this;
      for (String segment : path.segments()) {
        if (at.column) {
          return false;
        }
        at = at.further.computeIfAbsent(segment, name -> new Titles());
      }
      boolean free = !at.column && at.further.isEmpty();
      at.column = true;
      return free;
    }
  }

  /** Returns the columns that a predicate accepts. */
  public Columns filter(Predicate<FieldPath> wanted) {
    return new Columns(columns.stream().filter(column -> wanted.test(column.path())).toList());
  }

  /** Returns the given columns followed by these. */
  public Columns after(List<Column> first) {
    List<Column> all = new ArrayList<>(first);
    all.addAll(columns);
    return new Columns(all);
  }

  public List<FieldPath> paths() {
    return columns.stream().map(Column::path).toList();
  }

  /** Returns the titles in the form that {@link #read} accepts: {@code address.city}. */
  public List<String> titles() {
    return columns.stream().map(column -> title(column.path())).toList();
  }

  /**
   * Reads a row.
   *
   * @param row a JSON array of cells, each a text or null
   * @throws FailureException INVALID or TOO_LARGE with pointers into the document
   */
  public ObjectNode parse(JsonBytes row) {
    JsonNode cells;
    try {
      cells = Json.parse(row);
    } catch (FailureException e) {
      Failure failure = e.failure();
      List<Violation> violations = failure.violations().stream().map(this::ofDocument).toList();
      throw new Failure(failure.kind(), failure.code(), failure.message(), violations).exception();
    }
    return document(cells);
  }

  /**
   * Replaces the pointer to a cell, {@code /3}, by the pointer to the cell's value in the document.
   */
  private Violation ofDocument(Violation violation) {
    String cell = violation.pointer().replaceFirst("^/", "");
    if (!cell.matches("\\d{1,9}") || Integer.parseInt(cell) >= columns.size()) {
      return violation;
    }
    String pointer = JsonPointers.of(columns.get(Integer.parseInt(cell)).path());
    return new Violation(pointer, violation.rule(), violation.message());
  }

  /** Returns the document with the values of the cells. */
  public ObjectNode document(JsonNode cells) {
    if (cells.size() != columns.size()) {
      String message =
          "The row has %d cells and the header %d.".formatted(cells.size(), columns.size());
      Violation violation = new Violation("", "columns", message);
      throw new Failure(FailureKind.INVALID, "registry.import.cells", message, List.of(violation))
          .exception();
    }
    ObjectNode document = Json.object();
    for (int i = 0; i < columns.size(); i++) {
      if (!cells.get(i).isNull()) {
        put(document, columns.get(i).path(), value(columns.get(i), cells.get(i).textValue()));
      }
    }
    return document;
  }

  /** Returns the cells of a document. */
  public ArrayNode cells(JsonNode document) {
    ArrayNode cells = JsonNodeFactory.instance.arrayNode(columns.size());
    for (Column column : columns) {
      JsonNode at = document;
      for (String segment : column.path().segments()) {
        at = at.path(segment);
      }
      cells.add(at.isMissingNode() ? null : written(column, at));
    }
    return cells;
  }

  private static FieldPath path(String title, int number) {
    if (title.length() > LONGEST_TITLE) {
      throw refused(number, "Its title is longer than %d characters.".formatted(LONGEST_TITLE));
    }
    FieldPath path;
    try {
      path = FieldPath.parse(title);
    } catch (IllegalArgumentException e) {
      throw refused(number, "Its title is no path: " + e.getMessage());
    }
    if (path.segments().isEmpty() || path.segments().contains(FieldPath.ANY)) {
      throw refused(number, "Its title names no property, such as address.city.");
    }
    if (path.segments().size() > DEEPEST) {
      throw refused(number, "Its title has more than %d levels.".formatted(DEEPEST));
    }
    return path;
  }

  private static FailureException refused(int column, String message) {
    return FailureException.invalid(
        "registry.import.header",
        "",
        "header",
        "Column %d of the header: %s".formatted(column, message));
  }

  private static String title(FieldPath path) {
    boolean plain =
        path.segments().stream()
            .allMatch(
                segment ->
                    !segment.isEmpty()
                        && segment.charAt(0) != '$'
                        && segment.indexOf('.') < 0
                        && segment.indexOf('[') < 0);
    return plain ? String.join(".", path.segments()) : path.toString();
  }

  private static void put(ObjectNode document, FieldPath path, JsonNode value) {
    ObjectNode at = document;
    List<String> segments = path.segments();
    for (String segment : segments.subList(0, segments.size() - 1)) {
      at = at.withObjectProperty(segment);
    }
    at.set(segments.getLast(), value);
  }

  private static JsonNode value(Column column, String cell) {
    if (column.text() || !mayBeJson(cell)) {
      return TextNode.valueOf(cell);
    }
    try {
      return Json.parse(JsonBytes.of(cell));
    } catch (FailureException e) {
      if (e.failure().kind() == FailureKind.TOO_LARGE) {
        throw e;
      }
      return TextNode.valueOf(cell);
    }
  }

  private static String written(Column column, JsonNode value) {
    return value.isTextual() && (column.text() || !mayBeJson(value.textValue()))
        ? value.textValue()
        : Json.write(value).text();
  }

  /** Whether a text begins like JSON, so that parsing is worth an attempt. */
  private static boolean mayBeJson(String text) {
    String start = text.stripLeading();
    return start.isEmpty() || "{[\"-0123456789tfn".indexOf(start.charAt(0)) >= 0;
  }
}
