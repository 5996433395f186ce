package org.attestry.credential.certificate;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** The languages of certificate templates. */
public enum TemplateForm {
  HTML("text/html"),
  SVG("image/svg+xml");

  private static final Pattern SVG_BEGIN =
      Pattern.compile("(?s)\\s*+(?:<\\?.{0,200}?\\?>\\s*+)?(?:<!--.{0,2000}?-->\\s*+)?<svg\\b");

  private final String mediaType;

  TemplateForm(String mediaType) {
    this.mediaType = mediaType;
  }

  String mediaType() {
    return mediaType;
  }

  static Optional<TemplateForm> of(String mediaType) {
    return Arrays.stream(values()).filter(form -> form.mediaType.equals(mediaType)).findFirst();
  }

  /** Returns the form of a text without media type: SVG if its first element is svg. */
  static TemplateForm ofText(String text) {
    return SVG_BEGIN.matcher(text).lookingAt() ? SVG : HTML;
  }
}
