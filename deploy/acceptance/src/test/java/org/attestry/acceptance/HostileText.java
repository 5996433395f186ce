package org.attestry.acceptance;

import java.util.List;

/** Texts, names, dates and numbers that parsers, stores and renderers are known to stumble over. */
final class HostileText {

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "\t\r\n",
          "\u0000",
          "a\u0000b",
          "\u001b[2J\u0007\b",
          "\ufeffname",
          "\u202egnp.exe",
          "ad\u200bmin",
          "\u0430dmin",
          "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67",
          "\ufffe\uffff",
          "\u0130\u0131\u1e9e\ufb03",
          "Z\u0351\u036b\u0343\u036a\u0302",
          "null",
          "undefined",
          "true",
          "[1,2]",
          "{\"a\":1}",
          "' OR 1=1 --",
          "\"; DROP TABLE entity; --",
          "$1",
          "%s%n%1000000000d",
          "${jndi:ldap://127.0.0.1:1/a}",
          "#{7*7}",
          "{{7*7}}",
          "{{#each this}}{{#each ../this}}x{{/each}}{{/each}}",
          "<script>alert(1)</script>",
          "=cmd|'/c calc'!A1",
          "../../../../etc/passwd",
          "..%2f..%2fx",
          "file:///etc/passwd",
          "http://127.0.0.1:1/x",
          "http://[::1",
          "did:web:127.0.0.1%3A1",
          "urn:uuid:",
          "1-019aa000-0000-7000-8000-000000000000",
          "019aa000-0000-7000-8000-00000000000g",
          "ffffffff-ffff-ffff-ffff-ffffffffffff",
          "(a+)+$",
          "(?<=a{1,1000}){1,1000}b",
          "$..[?(@.a==1)]",
          "$.a[*].b[*].c[*].d[*]",
          "/a/~2/~",
          "a/b//c///",
          "%",
          "%00",
          "%c0%af",
          "\\",
          "\"",
          "|0||1||2|",
          "a,b;c\td",
          "-",
          "--",
          "*",
          "**",
          ".",
          "..",
          "~");

  private static final List<String> NAMES =
      List.of(
          "",
          " ",
          "__proto__",
          "constructor",
          "$ref",
          "$id",
          "$schema",
          "@context",
          "@id",
          "@type",
          "@graph",
          "osid",
          "osOwner",
          "osCreatedAt",
          "_osState",
          "_osState/name",
          "_osClaimId/name",
          "_osSignedData",
          "_osAttestedData",
          "_osConfig",
          "Schema",
          "RevokedCredential",
          "admin",
          "anonymous",
          "a.b.c",
          "a/b",
          "a~1b",
          "a\u0000",
          "\ud83d\ude00",
          "name\u200b",
          "class",
          "..",
          "%2e%2e",
          "{type}",
          "0",
          "-1",
          "999999999999");

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "-0.0",
          "-1",
          "0.1e1",
          "1e0",
          "1E400",
          "-1E400",
          "1e-400",
          "1e-2147483648",
          "1e2147483647",
          "1e2147483648",
          "1e99999999999999999999",
          "-1e-99999999999999999999",
          "2147483648",
          "-2147483649",
          "9007199254740993",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775809",
          "18446744073709551616",
          "0.1000000000000000055511151231257827021181583404541015625",
          "123456789012345678901234567890.123456789012345678901234567890");

  private static final List<String> DATES =
      List.of(
          "+999999999-12-31T23:59:59Z",
          "-999999999-01-01T00:00:00Z",
          "+1000000000-01-01T00:00:00Z",
          "0000-00-00",
          "0000-01-01T00:00:00Z",
          "-0001-12-31",
          "2024-02-30",
          "2023-02-29T00:00:00Z",
          "9999-12-31T23:59:60Z",
          "10000-01-01T00:00:00Z",
          "294277-01-09T04:00:54.775807Z",
          "2024-01-01T24:00:00Z",
          "2024-01-01T00:00:00+25:00",
          "2024-01-01T00:00:00.1234567890123456789Z",
          "2024-01-01T00:00:00-23:59",
          "2024-01-01 00:00:00",
          "infinity",
          "-infinity",
          "epoch",
          "now",
          "today",
          "P1000000000Y",
          "PT9223372036854775808S");

  private static final List<Integer> LENGTHS =
      List.of(63, 64, 255, 256, 1_023, 4_096, 8_191, 65_536, 300_000);

  private HostileText() {}

  static String text(Chance chance) {
    return chance.percent(12) ? overlong(chance, 300_000) : chance.of(TEXTS);
  }

  static String name(Chance chance) {
    return chance.percent(8) ? overlong(chance, 8_191) : chance.of(NAMES);
  }

  /** A number in JSON's words; a tenth of them have thousands of digits. */
  static String number(Chance chance) {
    return chance.percent(10)
        ? chance.of(
            () -> "9".repeat(chance.of(List.of(99, 100, 101, 1_000, 20_000))),
            () -> "0." + "1".repeat(chance.of(List.of(99, 1_000, 20_000))),
            () -> "1e" + "9".repeat(chance.of(List.of(9, 10, 19, 1_000))))
        : chance.of(NUMBERS);
  }

  static String date(Chance chance) {
    return chance.of(DATES);
  }

  /** Text of a parameter or header: any of the others that fits into one line. */
  static String word(Chance chance) {
    return chance.of(
        () -> text(chance),
        () -> name(chance),
        () -> number(chance),
        () -> date(chance),
        () -> overlong(chance, 8_191));
  }

  static String overlong(Chance chance, int most) {
    int length = Math.min(most, chance.of(LENGTHS));
    String part = chance.of(List.of("a", "\n", "\"", "\\", "\u0301", "{{", "[", "a.", "%41", "0"));
    return part.repeat(length / part.length());
  }
}
