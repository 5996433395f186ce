package org.attestry.runtime.management;

import org.attestry.runtime.config.Setting;

/** The port for health and metrics, which is not exposed with the API. */
public record ManagementConfig(
    @Setting(
            byDefault = "127.0.0.1",
            common = true,
            description = "is the address that the management port binds.")
        String host,
    @Setting(
            byDefault = "9081",
            common = true,
            description = "is the port for health and metrics; 0 takes a free one.")
        int port) {}
