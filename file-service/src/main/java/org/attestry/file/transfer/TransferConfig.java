package org.attestry.file.transfer;

import java.time.Duration;
import org.attestry.runtime.config.Setting;

/** The port that the gateway streams files to and from. */
public record TransferConfig(
    @Setting(
            byDefault = "127.0.0.1",
            common = true,
            description = "is the address that the transfer port binds.")
        String host,
    @Setting(
            byDefault = "0",
            common = true,
            description = "is the transfer port; 0 takes a free one.")
        int port,
    @Setting(
            byDefault = "",
            description =
                "is the host by which the gateway reaches this replica; empty for the bound"
                    + " address, or for this machine's own when all are bound.")
        String advertisedHost,
    @Setting(byDefault = "PT1M", description = "is how long a transfer may wait to begin.")
        Duration ticketLife) {}
