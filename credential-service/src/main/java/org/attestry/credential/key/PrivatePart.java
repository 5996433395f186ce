package org.attestry.credential.key;

import java.util.Arrays;
import java.util.Objects;

/**
 * The place of a key's private part.
 *
 * @param heldBy the holder, which signs with it; null for a public key from elsewhere
 * @param sealed the key sealed with the master key; empty unless the database holds it
 * @param reference the holder's name for it; null if the database holds it
 */
public record PrivatePart(KeyHolder heldBy, byte[] sealed, String reference) {

  /** The place for a public key from elsewhere: none. */
  public static final PrivatePart NONE = new PrivatePart(null, new byte[0], null);

  public static PrivatePart sealed(byte[] sealed) {
    return new PrivatePart(KeyHolder.DATABASE, sealed, null);
  }

  public static PrivatePart heldBy(KeyHolder holder, String reference) {
    return new PrivatePart(holder, new byte[0], reference);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PrivatePart that
        && heldBy == that.heldBy
        && Objects.equals(reference, that.reference)
        && Arrays.equals(sealed, that.sealed);
  }

  @Override
  public int hashCode() {
    return Objects.hash(heldBy, reference, Arrays.hashCode(sealed));
  }

  @Override
  public String toString() {
    return "PrivatePart[" + heldBy + "]";
  }
}
