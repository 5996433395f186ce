package org.attestry.contracts.schema;

import java.util.regex.Pattern;

/**
 * The names of the members of an entity that the service maintains: {@code osOwner}, {@code os…At},
 * {@code os…By}, every name that starts with {@code _os}, and {@code osid}, which nested objects
 * have too.
 */
public final class SystemFieldNames {

  public static final String OSID = "osid";

  private static final Pattern NAMES = Pattern.compile("_os.*|osOwner|os[A-Z]\\w*(At|By)");

  private SystemFieldNames() {}

  public static boolean contain(String name) {
    return name.equals(OSID) || containExceptOsid(name);
  }

  public static boolean containExceptOsid(String name) {
    return NAMES.matcher(name).matches();
  }
}
