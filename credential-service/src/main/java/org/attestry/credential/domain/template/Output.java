package org.attestry.credential.domain.template;

/** Where a template's text and values go. */
interface Output {

  /** Text of the template's author. */
  void text(String text);

  /** A value of the data: never part of the structure. */
  void value(String value);

  /** Characters in a string, without regard to what stands around it. */
  final class Characters implements Output {

    private final StringBuilder characters = new StringBuilder();

    @Override
    public void text(String text) {
      characters.append(text);
    }

    @Override
    public void value(String value) {
      characters.append(value);
    }

    @Override
    public String toString() {
      return characters.toString();
    }
  }
}
