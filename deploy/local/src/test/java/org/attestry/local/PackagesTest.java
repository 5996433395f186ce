package org.attestry.local;

import static java.util.stream.Collectors.groupingBy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PackagesTest {

  private static final int MOST_CLASSES = 25;
  private static final int MOST_LINES = 2_500;

  @Test
  void noPackageIsLargerThanWhatSomebodyReadsAtOnce() throws IOException {
    Map<Path, List<Path>> packages =
        ProjectFiles.ending(".java").stream()
            .filter(file -> file.toString().contains("/src/main/java/"))
            .filter(file -> !file.endsWith("package-info.java"))
            .collect(groupingBy(Path::getParent));
    List<String> large = new ArrayList<>();
    for (Map.Entry<Path, List<Path>> one : packages.entrySet()) {
      long lines = 0;
      for (Path file : one.getValue()) {
        lines += Files.readAllLines(file).size();
      }
      if (one.getValue().size() > MOST_CLASSES || lines > MOST_LINES) {
        large.add(
            "%s: %d classes, %d lines"
                .formatted(
                    ProjectFiles.ROOT.relativize(one.getKey()), one.getValue().size(), lines));
      }
    }

    assertFalse(packages.isEmpty());
    assertEquals(List.of(), large);
  }
}
