package org.attestry.file;

import java.util.List;
import org.attestry.file.blob.BucketCommands;
import org.attestry.file.blob.S3Config;
import org.attestry.runtime.service.ServiceLauncher;

/** Starts file-service as a process of its own, or runs the command {@code objects …}. */
public final class FileMain {

  private FileMain() {}

  public static void main(String[] arguments) {
    List<String> words = List.of(arguments);
    if (!words.isEmpty() && words.getFirst().equals("objects")) {
      ServiceLauncher.command(
          "file-service",
          ObjectsConfig.class,
          config ->
              new BucketCommands(config.s3(), System.in, System.out)
                  .run(words.subList(1, words.size())));
    }
    ServiceLauncher.run(arguments, "file-service", FileConfig.class, FileVerticle::new);
  }

  /** The settings that the command needs. */
  public record ObjectsConfig(S3Config s3) {}
}
