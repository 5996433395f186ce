package org.attestry.file.transfer;

import org.attestry.runtime.config.Setting;

/** What a client may ask for. */
public record LimitsConfig(
    @Setting(byDefault = "104857600", says = "is the largest file, in bytes.") long fileBytes,
    @Setting(byDefault = "20", says = "is how many files one upload may have.") int filesPerUpload,
    @Setting(byDefault = "16", says = "is how many transfers run at once.") int transfers) {

  public LimitsConfig {
    if (fileBytes < 1 || filesPerUpload < 1 || transfers < 1) {
      throw new IllegalArgumentException(
          "LIMITS_FILE_BYTES, LIMITS_FILES_PER_UPLOAD and LIMITS_TRANSFERS must be 1 or more.");
    }
  }
}
