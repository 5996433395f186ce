package org.attestry.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The short form of fuzzing that every build does: what is kept for a target, changed here and
 * there by a generator that always has the same seed.
 */
public final class Mutations {

  private static final long SEED = 14;
  private static final int TIMES = 4_000;
  private static final int LONGEST = 4_096;

  private Mutations() {}

  /** Gives the target some thousand inputs; one that it fails at is named in the failure. */
  public static void run(Class<?> test, Consumer<byte[]> target) {
    Random random = new Random(SEED);
    List<byte[]> kept = kept(test);
    for (int times = 0; times < TIMES; times++) {
      byte[] input = mutated(random, kept);
      try {
        target.accept(input);
      } catch (RuntimeException | AssertionError | StackOverflowError | OutOfMemoryError e) {
        String bytes = java.util.HexFormat.of().formatHex(input);
        throw new AssertionError("input in hexadecimal: " + bytes, e);
      }
    }
  }

  private static List<byte[]> kept(Class<?> test) {
    URL folder = test.getResource(test.getSimpleName() + "Inputs");
    if (folder == null) {
      throw new IllegalStateException("Nothing is kept for " + test);
    }
    try (Stream<Path> files = Files.walk(Path.of(folder.toURI()))) {
      List<byte[]> kept = new ArrayList<>();
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        kept.add(Files.readAllBytes(file));
      }
      return kept;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] mutated(Random random, List<byte[]> kept) {
    byte[] input = one(random, kept);
    for (int changes = 1 + random.nextInt(6); changes > 0; changes--) {
      int from = random.nextInt(input.length + 1);
      int to = from + random.nextInt(Math.min(16, input.length - from) + 1);
      byte[] middle =
          switch (random.nextInt(5)) {
            case 0 -> new byte[0];
            case 1 -> bytes(random, 1 + random.nextInt(4));
            case 2 -> repeated(slice(input, from, to), 1 + random.nextInt(64));
            case 3 -> part(random, one(random, kept));
            default -> part(random, input);
          };
      input = joined(slice(input, 0, from), middle, slice(input, to, input.length));
    }
    return input;
  }

  private static byte[] one(Random random, List<byte[]> kept) {
    return kept.get(random.nextInt(kept.size()));
  }

  private static byte[] part(Random random, byte[] of) {
    int from = random.nextInt(of.length + 1);
    return slice(of, from, from + random.nextInt(of.length - from + 1));
  }

  private static byte[] bytes(Random random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] repeated(byte[] part, int times) {
    byte[] all = new byte[part.length * times];
    for (int n = 0; n < times; n++) {
      System.arraycopy(part, 0, all, n * part.length, part.length);
    }
    return all;
  }

  private static byte[] slice(byte[] of, int from, int to) {
    return java.util.Arrays.copyOfRange(of, from, to);
  }

  private static byte[] joined(byte[] one, byte[] two, byte[] three) {
    byte[] all = new byte[one.length + two.length + three.length];
    System.arraycopy(one, 0, all, 0, one.length);
    System.arraycopy(two, 0, all, one.length, two.length);
    System.arraycopy(three, 0, all, one.length + two.length, three.length);
    return all.length <= LONGEST ? all : slice(all, 0, LONGEST);
  }
}
