package org.attestry.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one core of this machine signs and verifies with RSA-2048, by OpenSSL.
 *
 * @param signs a second
 * @param verifies a second
 */
record Openssl(double signs, double verifies) {

  /** {@code +F2:<number>:<bits>:<signs>:<verifies>}. */
  private static final Pattern RESULT =
      Pattern.compile("(?m)^\\+F2:[0-9]+:2048:([0-9.]+):([0-9.]+)");

  private static final int SECONDS = 3;

  /**
   * @param output where everything that it prints is kept
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

  /** OpenSSL 3 prints how many in a second, earlier ones the seconds for one. */
  private static double perSecond(String figure) {
    double number = Double.parseDouble(figure);
    return number < 1 ? 1 / number : number;
  }
}
