package org.attestry.schema.document;

import com.fasterxml.jackson.databind.JsonNode;

/** A schema within a document. */
record SchemaLocation(SchemaDocument document, String pointer) {

  JsonNode schema() {
    return document.at(pointer);
  }

  /** Compares the document's name instead of the document, which is cheap. */
  @Override
  public boolean equals(Object other) {
    return other instanceof SchemaLocation that
        && document.name().equals(that.document.name())
        && pointer.equals(that.pointer);
  }

  @Override
  public int hashCode() {
    return 31 * document.name().hashCode() + pointer.hashCode();
  }
}
