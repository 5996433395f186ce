package org.attestry.adopt.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoredFileTest {

  private static final String ID = "1-96e596f5-29a5-4891-8565-a27b95f55c4d";
  private static final String DOCUMENT = "3d374220-b09a-46e9-902e-f3c555d0fb02-my_photo.png";

  @Test
  void readsTheKeysOfEntitiesFiles() {
    StoredFile file =
        StoredFile.of("Student/%s/photo/documents/%s".formatted(ID, DOCUMENT), "T", 1)
            .orElseThrow();

    assertEquals("Student", file.type());
    assertEquals(ID, file.entityId());
    assertEquals("photo", file.property());
    assertEquals(DOCUMENT, file.document());
    assertEquals("my_photo.png", file.name());
  }

  @Test
  void passesOverOtherKeys() {
    assertEquals(Optional.empty(), StoredFile.of("templates/card.html", "T", 1));
  }

  /** The example "GET Bucket (List Objects)" of the documentation of AWS Signature Version 4. */
  @Test
  void signsAsTheSpecificationsExample() {
    Signature signature =
        new Signature(
            "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1");

    Map<String, String> headers =
        signature.headers(
            URI.create("https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J"),
            "max-keys=2&prefix=J",
            Instant.parse("2013-05-24T00:00:00Z"));

    assertEquals(
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
            + "SignedHeaders=host;x-amz-content-sha256;x-amz-date, "
            + "Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
        headers.get("authorization"));
  }
}
