package org.attestry.gateway.bulk;

import org.attestry.runtime.config.Setting;

/** The limits of imports, exports and batches of lines. */
public record BulkConfig(
    @Setting(
            byDefault = "1000000",
            description = "is the longest row of an import, or line of a batch, in bytes.")
        int rowBytes,
    @Setting(byDefault = "500", description = "is how many rows go over the bus at once.")
        int batchRows,
    @Setting(
            byDefault = "1000000",
            description =
                "is how many bytes of rows go over the bus at once, unless one row has more.")
        int batchBytes,
    @Setting(
            byDefault = "24",
            description =
                "is how many imports and exports run at once, and how many batches; one caller has"
                    + " an eighth of them at the most, all callers without a token half, each"
                    + " address of theirs a sixteenth. Each needs up to 3 MB of memory.")
        int transfers,
    @Setting(
            byDefault = "10000",
            description =
                "is after how many rows an import ends of which none was right; the rest is not"
                    + " read.")
        int wrongRows,
    @Setting(byDefault = "10000", description = "is how many lines a batch has at the most.")
        int lines) {

  public BulkConfig {
    if (rowBytes < 1
        || batchRows < 1
        || batchRows > 1_000
        || batchBytes < 1
        || transfers < 1
        || wrongRows < 1
        || lines < 1) {
      throw new IllegalArgumentException(
          "BULK_BATCH_ROWS must be 1 to 1000, BULK_ROW_BYTES, BULK_BATCH_BYTES, BULK_TRANSFERS,"
              + " BULK_WRONG_ROWS and BULK_LINES 1 or more.");
    }
  }
}
