package org.attestry.gateway.docs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.attestry.testkit.NodePackages;

/** Public validators from npm. */
record Validators(NodePackages packages) {

  /** Without Node or the packages the test is skipped, in CI it fails. */
  static Validators install() {
    return new Validators(
        NodePackages.install(
            Path.of("src/test/validators"),
            Path.of("target/validators"),
            "The descriptions are not shown to public tools"));
  }

  /** What they complain about, empty for nothing. */
  String complaints(List<Path> documents) throws IOException {
    List<String> paths = documents.stream().map(path -> path.toAbsolutePath().toString()).toList();
    NodePackages.Ended ended = packages.run("validate.mjs", paths);
    return ended.code() == 0 ? "" : ended.output();
  }
}
