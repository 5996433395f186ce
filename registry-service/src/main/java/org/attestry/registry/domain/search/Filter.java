package org.attestry.registry.domain.search;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.attestry.contracts.FieldPath;

/** What a search asks for, checked against the type. */
public sealed interface Filter {

  /** All of them hold. */
  record All(List<Filter> filters) implements Filter {
    public All {
      filters = List.copyOf(filters);
    }
  }

  /**
   * A property compares with the values; on an array it holds if any item does.
   *
   * @param repeated whether an array lies on the way
   */
  record OfProperty(FieldPath path, boolean repeated, Operator operator, List<JsonNode> values)
      implements Filter {
    public OfProperty {
      values = List.copyOf(values);
    }
  }

  /** A field of the service's compares with the values. */
  record OfSystemField(SystemField field, Operator operator, List<JsonNode> values)
      implements Filter {
    public OfSystemField {
      values = List.copyOf(values);
    }
  }
}
