package org.attestry.gateway.docs;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The parts of a description that are too many to be held at once. */
final class DocumentParts {

  private DocumentParts() {}

  static void members(ObjectNode object, JsonGenerator out) throws IOException {
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      out.writeFieldName(member.getKey());
      out.writeTree(member.getValue());
    }
  }

  static void paths(
      List<DescribedOperation> operations,
      Function<DescribedOperation, ObjectNode> written,
      JsonGenerator out)
      throws IOException {
    Map<String, List<DescribedOperation>> paths = new LinkedHashMap<>();
    for (DescribedOperation operation : operations) {
      paths.computeIfAbsent(operation.path(), path -> new ArrayList<>()).add(operation);
    }
    out.writeObjectFieldStart("paths");
    for (Map.Entry<String, List<DescribedOperation>> path : paths.entrySet()) {
      out.writeObjectFieldStart(path.getKey());
      for (DescribedOperation operation : path.getValue()) {
        out.writeFieldName(operation.method());
        out.writeTree(written.apply(operation));
      }
      out.writeEndObject();
    }
    out.writeEndObject();
  }
}
