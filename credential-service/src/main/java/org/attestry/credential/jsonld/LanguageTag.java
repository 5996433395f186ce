package org.attestry.credential.jsonld;

import java.util.Locale;
import java.util.regex.Pattern;

/** Language tags (BCP 47) as JSON-LD reads them. */
public final class LanguageTag {

  private static final Pattern TAG = Pattern.compile("[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*");
  private static final int LONGEST = 100;

  private LanguageTag() {}

  public static boolean isWellFormed(String tag) {
    return tag.length() <= LONGEST && TAG.matcher(tag).matches();
  }

  /**
   * Returns the tag as the signers in JavaScript write it: the case of its letters has no meaning.
   */
  public static String signed(String tag) {
    return tag.toLowerCase(Locale.ROOT);
  }
}
