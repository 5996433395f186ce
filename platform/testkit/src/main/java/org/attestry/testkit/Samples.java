package org.attestry.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Sample types and entities, as JSON text.
 *
 * <ul>
 *   <li>{@code Teacher}: anybody may invite; logs in with {@code contactDetails.mobile}.
 *   <li>{@code Student}: as Teacher; its policies {@code studentSchool} (name and school), {@code
 *       studentPhone} and {@code studentIdentity} are attested by a Teacher of the same school.
 *   <li>{@code Institute}: open to everybody, without owner; {@code registrationNumber} is unique.
 *   <li>{@code BirthCertificate}: has a credential template with the W3C context only; logs in with
 *       {@code contact}.
 * </ul>
 */
public final class Samples {

  public static final List<String> TYPES =
      List.of("Teacher", "Student", "Institute", "BirthCertificate");

  /** What the files hold where each entity needs a value of its own. */
  private static final String DISTINCT = "9000000001";

  private Samples() {}

  /** The schema document of a type, as it goes into the field {@code schema} of a Schema record. */
  public static String schema(String type) {
    return read(type + ".schema.json");
  }

  /** A complete entity of a type. */
  public static String entity(String type) {
    return read(type + ".json");
  }

  /**
   * A complete entity of a type with a mobile number (for an Institute: a registration number) of
   * its own, which is also its user name.
   *
   * @param distinct digits
   */
  public static String entity(String type, String distinct) {
    return entity(type).replace(DISTINCT, distinct);
  }

  private static String read(String file) {
    try (InputStream in = Samples.class.getResourceAsStream("samples/" + file)) {
      if (in == null) {
        throw new IllegalArgumentException(file + " is not among the samples " + TYPES);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
