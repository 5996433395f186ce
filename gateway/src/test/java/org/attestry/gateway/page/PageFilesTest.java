package org.attestry.gateway.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageFilesTest {

  /** SHA-256 of the files of the npm package qr 0.7.0, which are not changed here. */
  @ParameterizedTest
  @CsvSource({
    "decode.js, 00e209820dcb11d624e9a03d6383e580766792b57d1651318f0a29e4e1ff0fe8",
    "index.js, a0de370051f94bd74f218f74401fdf197585e3f9ef0143164f87ea941a3fdd6f",
    "LICENSE, 07a9f887e9215644439b808628b09f8eece932d79130ff563f958f3a1783e684"
  })
  void theLibraryThatReadsQrCodesIsUnchanged(String file, String digest)
      throws IOException, NoSuchAlgorithmException {
    try (InputStream in = PageFiles.class.getResourceAsStream("/verify/qr/" + file)) {
      byte[] found = MessageDigest.getInstance("SHA-256").digest(in.readAllBytes());
      assertEquals(digest, HexFormat.of().formatHex(found));
    }
  }
}
