package org.attestry.credential.template;

import java.util.List;

/** A piece of a template text. */
sealed interface TemplatePart {

  /**
   * Text that the template's author wrote.
   *
   * @param at the index of its first character in the template
   */
  record Text(String text, int at) implements TemplatePart {}

  /** {@code {{path}}}. */
  record Value(Path path) implements TemplatePart {}

  /** {@code {{#each path}}…{{else}}…{{/each}}}. */
  record Each(Path path, List<TemplatePart> body, List<TemplatePart> otherwise)
      implements TemplatePart {}

  /** {@code {{#if path}}…{{else}}…{{/if}}}. The branches of {@code unless} are exchanged. */
  record If(Path path, List<TemplatePart> body, List<TemplatePart> otherwise)
      implements TemplatePart {}
}
