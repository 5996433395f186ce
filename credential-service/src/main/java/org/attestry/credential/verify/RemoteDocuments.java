package org.attestry.credential.verify;

import io.vertx.core.Future;
import java.time.Duration;
import org.attestry.contracts.Deadline;

/** Documents at addresses that stand in data, as far as the settings allow to fetch them. */
public interface RemoteDocuments {

  /**
   * @param newest how old a document may be that is kept here
   * @param deadline of the caller: callers take turns at an origin
   * @return fails with {@link NotFetched}
   */
  Future<RemoteDocument> read(String address, Duration newest, Deadline deadline);

  /**
   * @param content which nobody changes
   * @param age how old it may be
   */
  record RemoteDocument(byte[] content, Duration age) {}

  /** A document was not fetched. */
  final class NotFetched extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean forbidden;

    /**
     * @param code why, in lower-case letters and hyphens
     * @param forbidden whether the settings do not allow the address
     */
    public NotFetched(String code, boolean forbidden) {
      super(code, null, false, false);
      this.forbidden = forbidden;
    }

    public String code() {
      return getMessage();
    }

    public boolean forbidden() {
      return forbidden;
    }
  }
}
