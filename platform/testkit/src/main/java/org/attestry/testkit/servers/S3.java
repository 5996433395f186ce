package org.attestry.testkit.servers;

import java.util.Map;

/** An S3 server as its users see it, in a process or a container. */
public interface S3 {

  String endpoint();

  String accessKey();

  String secretKey();

  /** What a service that keeps its files here finds in its environment. */
  default Map<String, String> settings() {
    return Map.of(
        "S3_ENDPOINT", endpoint(),
        "S3_ACCESS_KEY", accessKey(),
        "S3_SECRET_KEY", secretKey());
  }
}
