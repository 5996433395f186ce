package org.attestry.credential.context;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.credential.template.CredentialTemplate;
import org.attestry.runtime.json.JsonLocation;

/**
 * Finds the places of a template that read fields which {@code signedFields} does not list. A
 * credential would lack a value there. An object that lacks only such fields is accepted.
 */
public final class UnsignedFields {

  private static final String MESSAGE =
      "This reads a field that 'signedFields' does not list: add the field there, or remove it from"
          + " the template.";

  private final List<Violation> found = new ArrayList<>();

  private UnsignedFields() {}

  /**
   * @param whole the template filled with all fields of an entity
   * @param limited the same template filled with the fields that may be signed
   * @throws FailureException of kind INVALID with a pointer to each place
   */
  public static void refuse(CredentialTemplate.Filled whole, CredentialTemplate.Filled limited) {
    UnsignedFields fields = new UnsignedFields();
    limited.leftOut().stream()
        .filter(pointer -> !whole.leftOut().contains(pointer))
        .sorted()
        .forEach(fields::add);
    fields.compare(whole.document(), limited.document(), JsonLocation.ROOT);
    if (!fields.found.isEmpty()) {
      throw new Failure(FailureKind.INVALID, "credential.template.invalid", MESSAGE, fields.found)
          .exception();
    }
  }

  private void compare(JsonNode whole, JsonNode limited, JsonLocation place) {
    if (whole.isObject() && limited.isObject()) {
      for (Map.Entry<String, JsonNode> member : limited.properties()) {
        String name = member.getKey();
        compare(whole.path(name), member.getValue(), place.member(name));
      }
    } else if (whole.isArray() && whole.size() == limited.size()) {
      for (int i = 0; i < whole.size(); i++) {
        compare(whole.get(i), limited.get(i), place.item(i));
      }
    } else if (!whole.equals(limited)) {
      add(place.pointer());
    }
  }

  private void add(String pointer) {
    found.add(new Violation(pointer, "signed-fields", MESSAGE));
  }
}
