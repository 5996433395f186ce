package org.attestry.gateway.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormTextTest {

  private static final List<String> FIELDS = List.of("code");

  @Test
  void anOpenFormHasOtherFieldsButNoneWithALongName() {
    String text = "code=a&other=b&" + "n".repeat(500_000) + "=c";
    JsonBytes json = FormText.json(JsonBytes.of(text), FIELDS, true);
    assertEquals("{\"code\":\"a\",\"other\":\"b\"}", Json.read(json).toString());
  }

  @Test
  void anOpenFormHasFewFields() {
    String fields =
        IntStream.range(0, 101).mapToObj(i -> "f" + i + "=").collect(Collectors.joining("&"));
    assertThrows(FailureException.class, () -> FormText.json(JsonBytes.of(fields), FIELDS, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"code=a&other=b", "code=a&code=b", "code=%8"})
  void aClosedFormHasItsFieldsOnce(String text) {
    assertThrows(FailureException.class, () -> FormText.json(JsonBytes.of(text), FIELDS, false));
  }
}
