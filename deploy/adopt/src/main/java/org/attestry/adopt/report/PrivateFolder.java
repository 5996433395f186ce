package org.attestry.adopt.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A folder that its owner alone reads: what is written there has hashes of passwords in it. */
public final class PrivateFolder {

  private static final FileAttribute<Set<PosixFilePermission>> OWNER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private PrivateFolder() {}

  /** Creates the folder, and those above it, where they do not exist. */
  public static void create(Path folder) throws IOException {
    Files.createDirectories(folder, OWNER);
  }
}
