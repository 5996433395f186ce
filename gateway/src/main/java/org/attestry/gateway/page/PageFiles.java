package org.attestry.gateway.page;

import java.util.HashMap;
import java.util.Map;
import org.attestry.contracts.FailureException;
import org.attestry.gateway.http.StaticDocument;
import org.attestry.runtime.config.ClassPathFile;

/** The page's files. */
final class PageFiles {

  private static final String SCRIPT = "text/javascript; charset=utf-8";

  /** Media type by file name. */
  private static final Map<String, String> MEDIA_TYPES =
      Map.of(
          "verify.css", "text/css; charset=utf-8",
          "mark.svg", "image/svg+xml",
          "verify.js", SCRIPT,
          "attachment.js", SCRIPT,
          "picture.js", SCRIPT,
          "camera.js", SCRIPT);

  private final Map<String, StaticDocument> files = new HashMap<>();

  PageFiles() {
    MEDIA_TYPES.forEach((name, type) -> files.put(name, StaticDocument.of(type, content(name))));
  }

  StaticDocument find(String name) {
    StaticDocument file = files.get(name);
    if (file == null) {
      throw FailureException.notFound(
          "gateway.page.unknown", "The page has no such file; begin at /verify.");
    }
    return file;
  }

  private static byte[] content(String name) {
    return ClassPathFile.bytes(PageFiles.class, "/verify/" + name);
  }
}
