package org.attestry.credential.rendering;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says in our words which rule of XML a template breaks. The JDK's parser gives the reason only as
 * a text. An unknown text, also one in another language, has no words.
 */
final class MarkupFaults {

  private static final int LONGEST_NAME = 40;

  /**
   * @param reason with {@code %1$s} and {@code %2$s} for the names in the parser's text
   */
  private record Fault(Pattern text, String reason) {
    static Fault of(String text, String reason) {
      return new Fault(Pattern.compile(text), reason);
    }
  }

  private static final List<Fault> KNOWN =
      List.of(
          Fault.of(
              "element type \"(.+?)\" must be terminated by the matching end-tag",
              "element %1$s is not closed; write </%1$s> before this, or <%1$s/>."),
          Fault.of(
              "must start and end within the same entity",
              "the text ends before every element is closed."),
          Fault.of(
              "quote is expected for attribute \"(.+?)\" associated with an +element type"
                  + " +\"(.+?)\"",
              "the value of attribute %1$s of element %2$s is not in quotes."),
          Fault.of(
              "Attribute name \"(.+?)\" associated with an +element type +\"(.+?)\" must be"
                  + " followed by",
              "attribute %1$s of element %2$s has no value; write %1$s=\"…\"."),
          Fault.of(
              "attribute \"(.+?)\" associated with an +element type +\"(.+?)\" must not contain the"
                  + " '<'",
              "the value of attribute %1$s of element %2$s has a <; close its quotes, or write"
                  + " &lt;."),
          Fault.of(
              "Attribute \"(.+?)\" was already specified for element \"(.+?)\"",
              "element %2$s has attribute %1$s twice."),
          Fault.of(
              "entity \"(.+?)\" was referenced, but not declared",
              "&%1$s; is not known in XML; write its number, such as &#160; for &nbsp;."),
          Fault.of(
              "entity name must immediately follow|reference to entity \".+?\" must end with",
              "there is an & alone; write &amp;."),
          Fault.of(
              "Element type \"(.+?)\" must be followed by",
              "the tag of element %1$s is not closed here; put a blank between attributes, write >"
                  + " at the end, and &lt; for a < in a text."),
          Fault.of(
              "must consist of well-formed character data or markup",
              "there is a < that begins no element; write &lt;."),
          Fault.of(
              "element \"(.+?)\" has a depth of",
              "element %1$s is in more than %3$s others; nest them less deep."),
          Fault.of("following the root element", "something stands after the root element."),
          Fault.of("not allowed in prolog", "something stands before the root element."),
          Fault.of("Premature end of file", "the text has no element."),
          Fault.of("DOCTYPE is disallowed", "leave out every DOCTYPE with a subset in brackets."),
          Fault.of("\"--\" is not permitted within comments", "a comment has -- in it."),
          Fault.of("invalid XML character", "there is a character that XML does not allow."));

  private MarkupFaults() {}

  /**
   * Returns the rule that is broken and the remedy; empty if the text is not known.
   *
   * @param text of the parser
   * @param deepest the largest depth of an element
   */
  static Optional<String> reason(String text, String deepest) {
    for (Fault fault : KNOWN) {
      Matcher found = fault.text().matcher(text == null ? "" : text);
      if (found.find()) {
        return Optional.of(fault.reason().formatted(name(found, 1), name(found, 2), deepest));
      }
    }
    return Optional.empty();
  }

  private static String name(Matcher found, int group) {
    String name = group <= found.groupCount() ? found.group(group) : "";
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "…";
  }
}
