package org.attestry.file.transfer;

import java.time.Duration;
import org.attestry.runtime.config.Setting;
import org.attestry.runtime.http.MinimumRate;

/** Limits of files and transfers. */
public record TransferLimits(
    @Setting(byDefault = "104857600", description = "is the largest file, in bytes.")
        long fileBytes,
    @Setting(
            byDefault = "1073741824",
            description = "is the largest upload, in bytes: all its files together.")
        long uploadBytes,
    @Setting(byDefault = "100", description = "is how many files one upload may have.")
        int filesPerUpload,
    @Setting(
            byDefault = "1000",
            description = "is how many files a property may have, 10000 at the most.")
        int filesPerProperty,
    @Setting(
            byDefault = "512",
            description =
                "is how many uploads run at once, and as many downloads; one caller has an eighth"
                    + " of them at the most, all callers without a token half, each address of"
                    + " theirs a sixteenth.")
        int transfers,
    @Setting(
            byDefault = "1024",
            description = "is the slowest that a transfer may be, in bytes a second on average.")
        int bytesPerSecond,
    @Setting(byDefault = "PT30S", description = "is the time that this average is taken over.")
        Duration rateWindow,
    @Setting(
            byDefault = "PT45M",
            description = "is the longest that a transfer may take, PT50M at most.")
        Duration transfer) {

  private static final int MOST_FILES = 10_000;
  private static final Duration LONGEST = Duration.ofMinutes(50);

  public TransferLimits {
    if (fileBytes < 1 || uploadBytes < 1 || filesPerUpload < 1 || transfers < 2) {
      throw new IllegalArgumentException(
          "LIMITS_FILE_BYTES, LIMITS_UPLOAD_BYTES and LIMITS_FILES_PER_UPLOAD must be 1 or more,"
              + " LIMITS_TRANSFERS 2 or more.");
    }
    if (filesPerProperty < 1 || filesPerProperty > MOST_FILES) {
      throw new IllegalArgumentException("LIMITS_FILES_PER_PROPERTY must be 1 to 10000.");
    }
    if (bytesPerSecond < 0 || !rateWindow.isPositive()) {
      throw new IllegalArgumentException(
          "LIMITS_BYTES_PER_SECOND must not be negative, LIMITS_RATE_WINDOW must be positive.");
    }
    // Objects without a record are swept when they are an hour old.
    if (!transfer.isPositive() || transfer.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("LIMITS_TRANSFER must be positive and PT50M at the most.");
    }
  }

  MinimumRate.Terms rate() {
    return new MinimumRate.Terms(bytesPerSecond, rateWindow, transfer);
  }
}
