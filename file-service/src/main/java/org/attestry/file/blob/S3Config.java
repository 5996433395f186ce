package org.attestry.file.blob;

import java.net.URI;
import org.attestry.runtime.config.Secret;
import org.attestry.runtime.config.Setting;

/** The S3 server that stores the bytes. */
public record S3Config(
    @Setting(description = "is the address of the S3 server.") URI endpoint,
    @Setting(byDefault = "us-east-1", description = "is the S3 region.") String region,
    @Setting(
            byDefault = "attestry-files",
            common = true,
            description = "names the bucket; it is made if absent.")
        String bucket,
    @Setting(description = "is the S3 access key.") Secret accessKey,
    @Setting(description = "is the S3 secret key.") Secret secretKey,
    @Setting(
            byDefault = "",
            description =
                "is the directory where uploads wait on disk until 5 MiB are complete; empty for"
                    + " the system's.")
        String spool) {}
