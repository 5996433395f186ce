package org.attestry.schema.document;

import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;

/** Limits of documents, and the failures for those that exceed them. */
public final class DocumentLimits {

  static final int TYPES = 100;
  static final int SCHEMAS = 10_000;
  static final int POINTER_CHARACTERS = 2_000;
  static final int TITLE_CHARACTERS = 500;
  static final int LIST_ITEMS = 10_000;
  static final int REFERENCE_CHARACTERS = 1_000;
  static final int PATTERN_CHARACTERS = 1_000;
  static final int CONFIG_VALUES = 5_000;

  /**
   * The most referenced documents, direct and indirect, and the most characters of these documents.
   */
  private static final int LIBRARIES = 100;

  private static final long LIBRARY_CHARACTERS = 4_000_000;

  /** The most bytes of all definitions that are compiled from one document. */
  private static final long DEFINITION_BYTES = 4_000_000;

  /** The most steps of one check or comparison; a schema takes one step or a few. */
  public static final long STEPS = 5_000_000;

  private static final String CODE = "schema.document.limit";

  /** The failure when a budget is exhausted. */
  public static final Failure TOO_MUCH_WORK =
      Failure.invalid(
          CODE,
          "",
          "limit",
          "The schema document is too much work to check; it has too many references, alternatives"
              + " or fields: split it, or write less in each type.");

  private DocumentLimits() {}

  /**
   * @param bytes the bytes of the definitions of a document's types
   * @throws FailureException INVALID if there are too many
   */
  public static void requireDefinitions(long bytes) {
    if (bytes > DEFINITION_BYTES) {
      throw exceeded(
          "/properties",
          "With what they reference, the definitions of all types have more than %d bytes; spread the types over several documents."
              .formatted(DEFINITION_BYTES));
    }
  }

  /**
   * @param documents the number of documents that a document references, directly or through others
   * @throws FailureException INVALID if there are too many
   */
  public static void requireLibraries(int documents) {
    if (documents > LIBRARIES) {
      throw exceeded(
          "",
          "The document references more than %d others, directly or through others; put what they define into fewer."
              .formatted(LIBRARIES));
    }
  }

  /**
   * @param characters the characters of all documents that a document references
   * @throws FailureException INVALID if there are too many
   */
  public static void requireLibraryCharacters(long characters) {
    if (characters > LIBRARY_CHARACTERS) {
      throw exceeded(
          "",
          "The documents that this one references have more than %d characters; reference smaller ones."
              .formatted(LIBRARY_CHARACTERS));
    }
  }

  static FailureException exceeded(String pointer, String message) {
    return FailureException.invalid(CODE, pointer, "limit", message);
  }
}
