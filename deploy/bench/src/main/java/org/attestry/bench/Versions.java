package org.attestry.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.attestry.bench.load.BenchFailure;
import org.attestry.bench.load.ExternalProgram;
import org.attestry.testkit.servers.ServerFiles;
import org.attestry.testkit.servers.TestDatabase;

/** The versions of the measured software and of the load generators. */
record Versions(
    String commit, String java, String postgres, String kafka, String wrk, String pgbench) {

  static Versions of(
      Path root,
      Path outputs,
      TestDatabase database,
      ExternalProgram wrk,
      ExternalProgram pgbench) {
    return new Versions(
        commit(root, outputs),
        Runtime.version().toString(),
        database.single("SHOW server_version"),
        ServerFiles.ofThisUser().kafkaVersion(),
        wrk.version(),
        pgbench.version());
  }

  private static String commit(Path root, Path outputs) {
    try {
      ExternalProgram git = new ExternalProgram(Path.of("git"), "");
      String printed =
          git.run(
              outputs.resolve("commit.txt"),
              Map.of(),
              List.of("-C", root.toString(), "describe", "--always", "--dirty", "--abbrev=12"));
      return printed.strip();
    } catch (BenchFailure noGit) {
      return "unknown";
    }
  }
}
