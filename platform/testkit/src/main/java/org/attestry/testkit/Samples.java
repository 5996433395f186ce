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
 *   <li>{@code Teacher}: any caller may invite; the user name is {@code contactDetails.mobile}.
 *   <li>{@code Student}: like Teacher; its policies {@code studentSchool} (name and school), {@code
 *       studentPhone} and {@code studentIdentity} are attested by a Teacher of the same school.
 *   <li>{@code Institute}: open to all callers, without an owner; {@code registrationNumber} is
 *       unique.
 *   <li>{@code BirthCertificate}: has a credential template with the W3C context only; the user
 *       name is {@code contact}.
 * </ul>
 */
public final class Samples {

  public static final List<String> TYPES =
      List.of("Teacher", "Student", "Institute", "BirthCertificate");

  /** The text in the files that is replaced by a distinct value for each entity. */
  private static final String DISTINCT = "9000000001";

  private Samples() {}

  /**
   * Returns the schema document of a type, the value of the field {@code schema} of a Schema
   * record.
   */
  public static String schema(String type) {
    return read(type + ".schema.json");
  }

  /** Returns a complete entity of a type. */
  public static String entity(String type) {
    return read(type + ".json");
  }

  /**
   * Returns a complete entity of a type with the given mobile number, which is also its user name,
   * or, for an Institute, with the given registration number.
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
