package org.attestry.credential.status;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;

/**
 * The statuses of a Token Status List (draft-ietf-oauth-status-list, sections 4.1 and 7.1). The
 * status of index 0 is in the least significant bits of the first byte.
 */
public final class TokenStatuses {

  /** The bits of one status in our lists. */
  public static final int BITS = 2;

  private static final int VALID = 0;
  private static final int INVALID = 1;
  private static final int SUSPENDED = 2;

  private static final int IN_BYTE = Byte.SIZE / BITS;

  private TokenStatuses() {}

  /**
   * Returns the value of {@code lst}: ZLIB (RFC 1950), Base64url without padding. A revoked
   * credential is INVALID, whether it is suspended or not.
   *
   * @param revoked bits of a list, in the form of {@link Bitstring}
   * @param suspended bits of the other purpose
   */
  public static String encode(byte[] revoked, byte[] suspended) {
    byte[] statuses = new byte[Bitstring.LENGTH / IN_BYTE];
    for (int index = 0; index < Bitstring.LENGTH; index++) {
      int status = Bitstring.isSet(revoked, index) ? INVALID : VALID;
      if (status == VALID && Bitstring.isSet(suspended, index)) {
        status = SUSPENDED;
      }
      statuses[index / IN_BYTE] |= (byte) (status << index % IN_BYTE * BITS);
    }
    return Base64.getUrlEncoder().withoutPadding().encodeToString(compressed(statuses));
  }

  /**
   * Returns the checks that follow from a status. Application-specific statuses are not known here.
   */
  public static List<Check> checks(int status) {
    Check notRevoked = new Check(StatusPurpose.REVOCATION.text(), Status.OK, null);
    return switch (status) {
      case VALID -> List.of(notRevoked);
      case INVALID -> List.of(nok(StatusPurpose.REVOCATION));
      case SUSPENDED -> List.of(notRevoked, nok(StatusPurpose.SUSPENSION));
      default ->
          List.of(new Check(StatusPurpose.REVOCATION.text(), Status.UNKNOWN, "status.unknown"));
    };
  }

  private static Check nok(StatusPurpose purpose) {
    return new Check(purpose.text(), Status.NOK, purpose.reason());
  }

  private static byte[] compressed(byte[] statuses) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Deflater best = new Deflater(Deflater.BEST_COMPRESSION);
    try (DeflaterOutputStream zlib = new DeflaterOutputStream(out, best)) {
      zlib.write(statuses);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      best.end();
    }
    return out.toByteArray();
  }
}
