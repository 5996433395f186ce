package org.attestry.credential.verify;

import io.vertx.core.Future;
import java.time.Duration;
import org.attestry.contracts.Deadline;

/** Fetches documents at addresses in data, as far as the settings allow. */
public interface RemoteDocuments {

  /**
   * @param newest the maximum age of a cached document
   * @param deadline of the caller: callers take turns at an origin
   * @return fails with {@link NotFetched}
   */
  Future<RemoteDocument> read(String address, Duration newest, Deadline deadline);

  /**
   * @param content must not be changed
   * @param age the maximum age of the content
   */
  record RemoteDocument(byte[] content, Duration age) {}

  /** The document was not fetched. */
  final class NotFetched extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean forbidden;

    /**
     * @param code the reason, in lower-case letters and hyphens
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
