package org.attestry.bench.load;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number of RSA-2048 operations that OpenSSL performs on one core of this machine.
 *
 * @param signs signatures per second
 * @param verifies verifications per second
 */
public record Openssl(double signs, double verifies) {

  /** The form of the result: {@code +F2:<number>:<bits>:<signs>:<verifies>}. */
  private static final Pattern RESULT =
      Pattern.compile("(?m)^\\+F2:[0-9]+:2048:([0-9.]+):([0-9.]+)");

  private static final int SECONDS = 3;

  /**
   * @param output the file in which everything that OpenSSL prints is stored
   */
  static Openssl measure(ExternalProgram openssl, Path output) {
    return parse(
        openssl.run(
            output, Map.of(), List.of("speed", "-mr", "-seconds", "" + SECONDS, "rsa2048")));
  }

  static Openssl parse(String printed) {
    Matcher found = RESULT.matcher(printed);
    if (!found.find()) {
      throw new BenchFailure("openssl speed printed no result: " + printed.strip());
    }
    return new Openssl(perSecond(found.group(1)), perSecond(found.group(2)));
  }

  /**
   * Converts a printed figure: OpenSSL 3 prints operations per second, earlier versions print
   * seconds per operation.
   */
  private static double perSecond(String figure) {
    double number = Double.parseDouble(figure);
    return number < 1 ? 1 / number : number;
  }
}
