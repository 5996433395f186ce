package org.attestry.registry.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a user id is set, whatever the entity has there. */
class UserIdFieldTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                | /phone            | {"phone":"7"}
          {"phone":1}                       | /phone            | {"phone":7}
          {}                                | /contact/phone    | {"contact":{"phone":"7"}}
          {"contact":null}                  | /contact/phone    | {"contact":{"phone":"7"}}
          {"contact":{"a":1}}               | /contact/phone    | {"contact":{"a":1,"phone":"7"}}
          {"a/b":{}}                        | /a~1b/c/d         | {"a/b":{"c":{"d":"7"}}}
          {"contacts":[{"phone":"1"}]}      | /contacts/0/phone | {"contacts":[{"phone":"7"}]}
          {"phones":["1"]}                  | /phones/0         | {"phones":["7"]}
          """)
  void setsTheUserId(String before, String pointer, String after) {
    ObjectNode body = (ObjectNode) Json.read(before);
    UserIdField.set(body, pointer, "7");
    assertEquals(after, body.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"contact":"text"}       | /contact/phone         | /contact
          {"contact":[]}           | /contact/phone         | /contact
          {"a":{"b":5}}            | /a/b/c/d               | /a/b
          {"contacts":[]}          | /contacts/0/phone      | /contacts
          {"contacts":[{}]}        | /contacts/5/phone      | /contacts
          {"contacts":[{}]}        | /contacts/200000/phone | /contacts
          {"contacts":[null]}      | /contacts/0/phone      | /contacts/0
          {"phones":["1"]}         | /phones/1              | /phones
          """)
  void refusesWhatIsInTheWay(String before, String pointer, String inTheWay) {
    ObjectNode body = (ObjectNode) Json.read(before);
    Failure refused =
        assertThrows(FailureException.class, () -> UserIdField.set(body, pointer, "7")).failure();
    assertEquals(FailureKind.INVALID, refused.kind());
    assertEquals(inTheWay, refused.violations().getFirst().pointer());
    assertTrue(refused.message().contains(pointer), refused.message());
    assertEquals(before, body.toString());
  }
}
