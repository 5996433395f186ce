package org.attestry.gateway.console;

import org.attestry.runtime.config.Setting;

/** The settings of the console. */
public record ConsoleConfig(
    @Setting(
            byDefault = "registry-console",
            common = true,
            description =
                "is the public client of the identity provider by which people sign in to the"
                    + " console; empty means that there is no console.")
        String client) {}
