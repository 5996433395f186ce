package org.attestry.registry.domain.types;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.attestry.contracts.FieldPath;

/** Which fields a definition declares, for searches and indexes. */
public final class DefinitionFields {

  private final DeclaredField root;

  public DefinitionFields(JsonNode definition) {
    this.root = DeclaredField.root(definition);
  }

  /** The entity itself. */
  public DeclaredField root() {
    return root;
  }

  /**
   * The field at a path; {@code *} for the items of an array may be there or not.
   *
   * @return null when there is no such field
   */
  public DeclaredField find(FieldPath path) {
    List<String> names = path.segments().stream().filter(s -> !s.equals(FieldPath.ANY)).toList();
    DeclaredField field = root;
    for (String name : names) {
      field = field == null ? null : field.member(name);
    }
    return field;
  }
}
