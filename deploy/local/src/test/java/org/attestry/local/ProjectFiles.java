package org.attestry.local;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of the project, without what builds and suites that run beside make and delete. */
final class ProjectFiles {

  static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  private static final Set<String> PASSED_OVER = Set.of("target", "node_modules", "run", ".git");

  private ProjectFiles() {}

  static List<Path> ending(String ending) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return PASSED_OVER.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(ending)) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path vanished, IOException why) {
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }
}
