package org.attestry.registry.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Violation;
import org.attestry.registry.document.HiddenFields;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.JsonPointers;

/**
 * Preserves hidden fields in changes by callers who have only the public view. The reply depends
 * neither on the values of hidden fields nor on whether they exist.
 */
public final class HiddenFieldMerge {

  private HiddenFieldMerge() {}

  /**
   * Fails if the request sets a field that the writer cannot see.
   *
   * @param sent an entity that contains only the values that were sent
   * @throws FailureException FORBIDDEN
   */
  public static void refuseIn(
      JsonNode sent, PublishedType type, StoredEntity before, Caller writer) {
    if (!seesAll(before, writer)) {
      refuse(
          type.hidden().in(sent),
          "The public view leaves the field out, so that only the owner or an admin may change it;"
              + " leave it out of the body.");
    }
  }

  /**
   * Copies hidden fields into the new body, and fails if the body lacks an object or array item
   * that may contain one.
   *
   * @throws FailureException FORBIDDEN
   */
  public static void keep(ObjectNode body, PublishedType type, StoredEntity before, Caller writer) {
    HiddenFields hidden = type.hidden();
    if (!hidden.none() && !seesAll(before, writer)) {
      hidden.keep(before.body(), body);
      refuse(
          hidden.lost(before.body(), body),
          "What may hold the field, which the public view leaves out, is removed; send back each"
              + " object and list item around it, with its osid.");
    }
  }

  private static boolean seesAll(StoredEntity before, Caller writer) {
    return writer.admin() || before.ownedBy(writer);
  }

  private static void refuse(List<FieldPath> fields, String message) {
    if (!fields.isEmpty()) {
      List<Violation> wrong =
          fields.stream()
              .map(field -> new Violation(JsonPointers.of(field), "hidden", message))
              .toList();
      throw new Failure(FailureKind.FORBIDDEN, "registry.access.hidden-field", message, wrong)
          .exception();
    }
  }
}
