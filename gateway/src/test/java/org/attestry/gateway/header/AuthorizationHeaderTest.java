package org.attestry.gateway.header;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.MultiMap;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorizationHeaderTest {

  @Test
  void readsTheTokenAndItsScheme() {
    AuthorizationHeader bearer = AuthorizationHeader.in(sent(" bearer  a.b-c_d~+/=")).orElseThrow();
    assertEquals("a.b-c_d~+/=", bearer.token());
    assertTrue(bearer.isBearer());
    assertFalse(bearer.isBound());
    AuthorizationHeader bound = AuthorizationHeader.in(sent("DPoP t")).orElseThrow();
    assertTrue(bound.isBound());
    assertEquals("DPoP", bound.scheme());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer", "Bearer a b", "Basic a", "a", "Bearer \u00e9", "BearerDPoP a"})
  void readsNothingElse(String header) {
    assertEquals(Optional.empty(), AuthorizationHeader.in(sent(header)));
    assertTrue(AuthorizationHeader.isSent(sent(header)));
  }

  @Test
  void readsNoneOfTwo() {
    assertEquals(Optional.empty(), AuthorizationHeader.in(sent("Bearer a", "Bearer a")));
    assertTrue(AuthorizationHeader.isSent(sent("", "")));
  }

  @Test
  void aBlankHeaderIsNone() {
    assertFalse(AuthorizationHeader.isSent(sent()));
    assertFalse(AuthorizationHeader.isSent(sent(" ")));
  }

  @Test
  void theTokenIsNotShown() {
    assertFalse(new AuthorizationHeader("Bearer", "secret").toString().contains("secret"));
  }

  private static MultiMap sent(String... headers) {
    MultiMap all = MultiMap.caseInsensitiveMultiMap();
    for (String header : headers) {
      all.add("authorization", header);
    }
    return all;
  }
}
