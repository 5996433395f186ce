package org.attestry.acceptance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;

/** Makes the body of a hostile input. */
@FunctionalInterface
interface HostileBody {

  /** For operations that take no body: most often none. */
  HostileBody NONE =
      (chance, world) ->
          chance.percent(90) ? null : garbled(chance, Content.json(HostileJson.value(chance)));

  List<String> OTHER_TYPES =
      List.of(
          "",
          "application",
          "application/",
          "/",
          "text/plain",
          "application/xml",
          "application/json; charset=utf-16",
          "application/json; charset=nothing",
          "application/json; charset=\"",
          "application/json, text/csv",
          "application/x-www-form-urlencoded",
          "application/octet-stream",
          "multipart/form-data",
          "multipart/form-data; boundary=",
          "multipart/mixed; boundary=a",
          "text/csv; header=absent",
          "application/x-ndjson; a=" + "b".repeat(4_000));

  /**
   * @return null for no body
   */
  Content make(Chance chance, HostileWorld world);

  /**
   * A body.
   *
   * @param type its media type, null for none
   */
  record Content(String type, byte[] bytes) {

    static Content json(String text) {
      return of("application/json", text);
    }

    static Content of(String type, String text) {
      return new Content(type, text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * JSON.
   *
   * @param honest what would be accepted
   * @param special what this operation's own work would stumble over
   */
  static HostileBody json(Function<HostileWorld, String> honest, Function<Chance, String> special) {
    return (chance, world) -> {
      int kind = chance.below(100);
      String text =
          kind < 50
              ? HostileJson.spoilt(chance, honest.apply(world))
              : kind < 90 ? special.apply(chance) : HostileJson.value(chance);
      Content content = Content.json(text);
      return chance.percent(15) ? garbled(chance, content) : content;
    };
  }

  /** The same in other bytes, or with another content type. */
  static Content garbled(Chance chance, Content content) {
    byte[] bytes = content.bytes();
    String type = content.type();
    return chance.of(
        () -> new Content(chance.of(OTHER_TYPES), bytes),
        () -> new Content(null, bytes),
        () -> new Content(type, Arrays.copyOf(bytes, chance.below(bytes.length + 1))),
        () -> new Content(type, changed(chance, bytes)),
        () -> new Content(type, chance.bytes(chance.below(2_000))),
        () -> new Content(type, new byte[chance.below(100_000)]),
        () -> new Content(type, text(bytes).getBytes(StandardCharsets.UTF_16)),
        () -> Content.of(type, "\ufeff" + text(bytes)),
        () -> Content.of(type, " ".repeat(500_000) + text(bytes)),
        () -> new Content(type, zipped(bytes)),
        () -> Content.of(type, text(bytes) + text(bytes)),
        () -> new Content(type, new byte[chance.of(List.of(1_000_001, 1_200_000))]));
  }

  private static byte[] changed(Chance chance, byte[] bytes) {
    byte[] changed = bytes.clone();
    for (int times = chance.between(1, 8); times > 0 && changed.length > 0; times--) {
      changed[chance.below(changed.length)] = (byte) chance.below(256);
    }
    return changed;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte[] zipped(byte[] bytes) {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return zipped.toByteArray();
  }
}
