package org.attestry.runtime.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.JsonBytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the estimate with what a thread allocates for a tree in which each object has an {@code
 * osid}, as the registry gives it; the parser's own buffers and lists that grow are in it.
 */
class JsonHeapTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int BYTES = 200_000;
  private static final char[] OSID = "1-00000000-0000-7000-8000-000000000000".toCharArray();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "[1]",
        "1",
        "1.5",
        "12345678901234567890.5",
        "\"a\"",
        "\"\u0915\u094d\u0937\u093f\"",
        "{\"a\":{\"b\":1}}",
        "{\"name\":\"Anna Lee\",\"code\":\"X-12345\",\"address\":{\"city\":\"Bern\",\"zip\":3000}}"
      })
  void aTreeTakesNoMoreThanTheEstimateOfItsText(String item) {
    assertEnough(listOf(item));
  }

  @Test
  void longTextsAndManyMembersTakeNoMoreThanTheEstimate() {
    assertEnough("{\"text\":\"" + "x".repeat(BYTES) + "\"}");
    assertEnough("{\"text\":\"\u0915" + "x".repeat(BYTES) + "\"}");
    assertEnough(
        IntStream.range(0, 9_000)
            .mapToObj(n -> "\"m%d\":\"v\"".formatted(n))
            .collect(Collectors.joining(",", "{", "}")));
  }

  /** The real numbers: what small texts of many objects take, and what an ordinary request does. */
  @Test
  void aTextOfManyObjectsCountsAHundredTimesItsLengthAndAnOrdinaryOneTen() {
    long objects = JsonHeap.of(utf8("[" + "{},".repeat(19_899) + "{}]"));
    assertTrue(objects > 100 * 60_000 && objects < 300 * 60_000, "" + objects);
    String person = "{\"name\":\"Anna Lee\",\"text\":\"" + "x".repeat(900) + "\"}";
    long ordinary = JsonHeap.of(utf8(person));
    assertTrue(ordinary < 10 * person.length(), "" + ordinary);
  }

  @Test
  void whatIsInTextsIsText() {
    assertEquals(
        JsonHeap.of(utf8("{\"a\":\"xxxxxxxxxx\"}")), JsonHeap.of(utf8("{\"a\":\"{},[]:{{{{\"}")));
    assertEquals(
        JsonHeap.of(utf8("{\"a\":\"x\",\"b\":1}")) + 14,
        JsonHeap.of(utf8("{\"a\":\"x\\\"\",\"b\":1}")) + 2 * 2);
  }

  private static void assertEnough(String json) {
    long estimate = JsonHeap.of(utf8(json));
    allocated(json);
    long taken = allocated(json);
    assertTrue(taken < estimate, "%d of %d estimated".formatted(taken, estimate));
  }

  private static long allocated(String json) {
    JsonBytes bytes = JsonBytes.of(json);
    long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().threadId());
    withOsids(Json.read(bytes));
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().threadId()) - before;
  }

  private static void withOsids(JsonNode node) {
    node.forEach(JsonHeapTest::withOsids);
    if (node instanceof ObjectNode object) {
      object.put("osid", new String(OSID));
    }
  }

  private static String listOf(String item) {
    int items = BYTES / (item.length() + 1);
    return "{\"list\":[" + String.join(",", Collections.nCopies(items, item)) + "]}";
  }

  private static byte[] utf8(String json) {
    return JsonBytes.of(json).utf8();
  }
}
