package org.attestry.file.blob;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.attestry.runtime.config.Hardenable;
import org.attestry.runtime.config.OpenSettings;
import org.attestry.runtime.config.Secret;
import org.attestry.runtime.config.Setting;

/** The S3 server that stores the bytes. */
public record S3Config(
    @Setting(description = "is the address of the S3 server.") URI endpoint,
    @Setting(
            byDefault = "",
            description =
                "is the PEM file of the authorities that certify the S3 server; empty for the Java"
                    + " runtime's.")
        Path caFile,
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
        String spool)
    implements Hardenable {

  @Override
  public List<OpenSetting> open() {
    return "http".equalsIgnoreCase(endpoint.getScheme())
            && OpenSettings.isRemote(endpoint.getHost())
        ? List.of(new OpenSetting("S3_ENDPOINT", "sends the files in the clear"))
        : List.of();
  }
}
