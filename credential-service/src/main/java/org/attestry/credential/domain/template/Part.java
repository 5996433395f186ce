package org.attestry.credential.domain.template;

import java.util.List;

/** A piece of a template text. */
sealed interface Part {

  /** Text that the template's author wrote. */
  record Text(String text) implements Part {}

  /** {@code {{path}}}. */
  record Value(Path path) implements Part {}

  /** {@code {{#each path}}…{{else}}…{{/each}}}. */
  record Each(Path path, List<Part> body, List<Part> otherwise) implements Part {}

  /** {@code {{#if path}}…{{else}}…{{/if}}}; {@code unless} has its branches exchanged. */
  record If(Path path, List<Part> body, List<Part> otherwise) implements Part {}
}
