package org.attestry.testkit.servers;

import java.util.Map;

/** The address and credentials of an S3 server that runs in a process or a container. */
public interface S3 {

  String endpoint();

  String accessKey();

  String secretKey();

  /** Returns the settings of a service that stores its files on this server. */
  default Map<String, String> settings() {
    return Map.of(
        "S3_ENDPOINT", endpoint(),
        "S3_ACCESS_KEY", accessKey(),
        "S3_SECRET_KEY", secretKey());
  }
}
