package org.attestry.registry.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.BulkOperations.CellForms;
import org.attestry.registry.document.UndeclaredTitles.Undeclared;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;

/**
 * Entities as rows of cells. In a column whose schema admits texts, each cell is the text itself;
 * in every other column a cell is JSON, or, if it is not valid JSON, a text, which the schema
 * refuses. A missing value is an empty cell without quotation marks, which is null here.
 */
public final class Columns {

  /**
   * One column.
   *
   * @param declared whether the schema declares the path
   */
  public record Column(FieldPath path, Form form, boolean declared) {

    public Column(FieldPath path, Form form) {
      this(path, form, true);
    }
  }

  /** The reading of the cells of a column. */
  public enum Form {
    TEXT,
    /** A date in the form that the import names. */
    DATE,
    /** JSON, and numbers with a comma. */
    NUMBER,
    JSON
  }

  private static final int MOST = 2_000;

  /** A blank of any kind at the beginning or end of a text. */
  private static final Pattern BLANK = Pattern.compile("(?U)\\A\\s|\\s\\z");

  private static final int LONGEST_TITLE = 1_000;
  private static final int DEEPEST = 32;

  /** The budget for reading the parts of the definition that declare columns. */
  private static final long STEPS = 1_000_000;

  private final List<Column> columns;
  private final DeclaredColumns declared;
  private final CellReader reader;
  private final Map<String, Integer> byPointer = new HashMap<>();

  /** The required forms of cells, by the positions of their columns. */
  private final Map<Integer, String> sentences = new HashMap<>();

  private Columns(List<Column> columns, DeclaredColumns declared, CellReader reader) {
    this.columns = List.copyOf(columns);
    this.declared = declared;
    this.reader = reader;
  }

  /**
   * Returns the columns of all fields that a definition declares. Declared members of objects have
   * columns of their own.
   *
   * @throws FailureException INVALID if there are more columns than a row may have
   */
  public static Columns of(JsonNode definition, Deadline deadline) {
    DeclaredColumns declared = new DeclaredColumns(definition, budget(deadline));
    return new Columns(declared.all(), declared, CellReader.USUAL);
  }

  /**
   * Reads the columns from a client's header.
   *
   * @param forms how the cells are read, or null for the usual forms
   * @throws FailureException INVALID if there are too many titles, or a title is not a path, is
   *     repeated, or is a prefix of another title, or if a form is not known
   */
  public static Columns read(
      List<String> titles, JsonNode definition, CellForms forms, Deadline deadline) {
    requireNotTooMany(titles.size());
    CellReader reader = CellReader.of(forms);
    DeclaredColumns declared = new DeclaredColumns(definition, budget(deadline));
    Titles taken = new Titles();
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < titles.size(); i++) {
      FieldPath path = path(titles.get(i), i + 1);
      if (!taken.add(path)) {
        throw refused(i + 1, "It leads into another column, or is there twice.");
      }
      columns.add(declared.column(path, reader));
    }
    return new Columns(columns, declared, reader);
  }

  /**
   * Fails if a column is not declared.
   *
   * @throws FailureException INVALID with a violation for each such column
   */
  public void requireDeclared() {
    List<Undeclared> undeclared = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      if (!columns.get(i).declared()) {
        undeclared.add(new Undeclared(i + 1, columns.get(i).path()));
      }
    }
    if (!undeclared.isEmpty()) {
      throw new UndeclaredTitles(declared).refused(undeclared);
    }
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
    return new Columns(
        columns.stream().filter(column -> wanted.test(column.path())).toList(), declared, reader);
  }

  /** Returns the given columns followed by these. */
  public Columns after(List<Column> first) {
    List<Column> all = new ArrayList<>(first);
    all.addAll(columns);
    return new Columns(all, declared, reader);
  }

  /** Returns the number of objects in the document of a row without empty cells. */
  public long objects() {
    Set<List<String>> objects = new HashSet<>();
    for (Column column : columns) {
      List<String> segments = column.path().segments();
      int length = segments.size() - 1;
      while (length >= 0 && objects.add(segments.subList(0, length))) {
        length--;
      }
    }
    return objects.size();
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

  /**
   * Returns the document with the values of the cells.
   *
   * @throws FailureException INVALID if cells are missing, or are not dates of the requested form
   */
  public ObjectNode document(JsonNode cells) {
    if (cells.size() != columns.size()) {
      String message =
          "The row has %d cells and the header %d.".formatted(cells.size(), columns.size());
      throw refusedRow(List.of(new Violation("", "columns", message)));
    }
    ObjectNode document = Json.object();
    List<Violation> wrong = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (!cells.get(i).isNull()) {
        reader
            .value(column, cells.get(i).textValue())
            .ifPresentOrElse(
                value -> put(document, column.path(), value), () -> wrong.add(noDate(column)));
      }
    }
    if (!wrong.isEmpty()) {
      throw refusedRow(wrong);
    }
    return document;
  }

  private Violation noDate(Column column) {
    return new Violation(
        JsonPointers.of(column.path()),
        "date",
        "The cell is not a date of the form '%s'.".formatted(reader.dateForm()));
  }

  private static FailureException refusedRow(List<Violation> wrong) {
    return FailureException.invalid("registry.import.cells", wrong);
  }

  /**
   * Adds to the violations of a row how its cells are to be written.
   *
   * @param row the row, a JSON array of cells
   */
  public List<Violation> explained(List<Violation> violations, JsonBytes row) {
    if (violations.isEmpty()) {
      return violations;
    }
    JsonNode cells = Json.parse(row);
    return violations.stream().map(found -> explained(found, cells)).toList();
  }

  private Violation explained(Violation found, JsonNode cells) {
    Integer column = byPointer().get(found.pointer());
    if (column == null || cells.get(column).isNull() || !isMistaken(column, cells.get(column))) {
      return found;
    }
    String sentence =
        BLANK.matcher(cells.get(column).textValue()).find()
            ? "The cell begins or ends with a blank; remove it."
            : sentences.computeIfAbsent(column, i -> sentence(columns.get(i)));
    return sentence.isEmpty()
        ? found
        : new Violation(found.pointer(), found.rule(), found.message() + " " + sentence);
  }

  private Map<String, Integer> byPointer() {
    if (byPointer.isEmpty()) {
      for (int i = 0; i < columns.size(); i++) {
        byPointer.put(JsonPointers.of(columns.get(i).path()), i);
      }
    }
    return byPointer;
  }

  /** Whether a cell of a column is a text that is not valid there. */
  private boolean isMistaken(int column, JsonNode cell) {
    return columns.get(column).form() == Form.TEXT
        || reader
            .value(columns.get(column), cell.textValue())
            .filter(JsonNode::isTextual)
            .isPresent();
  }

  /** Returns how the cells of a column are to be written; empty for texts of any form. */
  private String sentence(Column column) {
    return switch (column.form()) {
      case DATE -> "";
      case TEXT ->
          declared.isDate(column.path())
              ? "Write a date as 2026-11-23; for cells such as 23-11-2026, send date=dd-MM-yyyy"
                  + " with the import."
              : "";
      case NUMBER, JSON -> sentenceOfJson(column);
    };
  }

  private String sentenceOfJson(Column column) {
    if (declared.admits(column.path(), "boolean")) {
      return "Write true or false, in small letters.";
    }
    if (column.form() == Form.NUMBER) {
      return "Write a number as 1.234,50 or 1234,50.";
    }
    return declared.admits(column.path(), "number")
        ? "Write a number as 1234.50; for cells such as 1.234,50, send decimal=, with the import."
        : "Write the cell as JSON, such as [\"a\",\"b\"].";
  }

  /** Returns the cells of a document. */
  public ArrayNode cells(JsonNode document) {
    ArrayNode cells = JsonNodeFactory.instance.arrayNode(columns.size());
    for (Column column : columns) {
      JsonNode at = document;
      for (String segment : column.path().segments()) {
        at = at.path(segment);
      }
      cells.add(at.isMissingNode() ? null : CellReader.written(column, at));
    }
    return cells;
  }

  private static FieldPath path(String title, int number) {
    if (title.isBlank()) {
      throw refused(
          number, "It has no title: write the name of a property above it, or delete the column.");
    }
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

  /** Returns a path in the form of a title. */
  static String title(FieldPath path) {
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
}
