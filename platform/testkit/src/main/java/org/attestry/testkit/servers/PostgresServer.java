package org.attestry.testkit.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * PostgreSQL on 127.0.0.1 with durable commits and passwords (scram-sha-256) for all roles, which
 * are hashed with one iteration, because all are random. The database cluster is created at first
 * start; text is UTF-8 and sorts by code point.
 */
public final class PostgresServer extends ChildServer implements Postgres {

  private static final String NAME = "PostgreSQL";
  private static final String ADMIN = "postgres";
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

  private static final String INITIALISE =
      """
      exec "$0/bin/initdb" -D "$1" -U postgres --pwfile="$2" --auth=scram-sha-256 \
        --encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 --no-locale \
        -c scram_iterations=1 --no-instructions >&2
      """;

  /**
   * A script that prints the server's process id, stops the server when the input ends, and ends
   * when the server ends.
   */
  private static final String RUN =
      """
      exec 3<&0
      "$0/bin/postgres" -D "$1" $2 </dev/null >&2 3<&- &
      server=$!
      { read -r end_of_input; kill -INT $server; } <&3 >&2 &
      reader=$!
      echo $server
      exec 3<&- >&2
      wait $server
      code=$?
      kill $reader 2>/dev/null
      exit $code
      """;

  private static final String OPTIONS =
      " -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=on"
          + " -c synchronous_commit=on -c password_encryption=scram-sha-256 -c scram_iterations=1"
          + " -c max_connections=200 -c log_timezone=UTC -c timezone=UTC"
          + " -c log_error_verbosity=terse";

  private final ServerProcess supervisor;
  private final ProcessHandle server;
  private final int port;

  private PostgresServer(
      ServerProcess supervisor, DataFolder folder, ProcessHandle server, int port) {
    super(NAME, supervisor, folder);
    this.supervisor = supervisor;
    this.server = server;
    this.port = port;
  }

  /**
   * Starts the server with the data in the folder, which is created if absent.
   *
   * @throws ServerFailure if the port is in use, the folder is in use, or the server does not start
   */
  public static PostgresServer start(ServerFiles files, Path data, Port wanted) {
    ServerFiles.require(files.postgres());
    DataFolder folder = DataFolder.openPassable(data, NAME);
    return folder.orGiveUp(() -> start(files, folder, wanted.claim(NAME)));
  }

  /**
   * Creates a data folder as a copy of one with a database cluster, which is made once and cached.
   * The data folder must not exist yet. For tests: a start with such a copy takes a fraction of the
   * time, but all copies on a machine share the administrator's password.
   */
  public static void copyFreshCluster(ServerFiles files, Path data) {
    String cluster = "-cluster-" + JavaProgram.hash(INITIALISE.getBytes(StandardCharsets.UTF_8));
    Path programs = ServerFiles.require(files.postgres());
    Path kept = programs.resolveSibling(programs.getFileName() + cluster);
    DataFolder.copyFresh(kept, data, first -> start(files, first, Port.free()));
  }

  private static PostgresServer start(ServerFiles files, DataFolder folder, int port)
      throws IOException {
    Path cluster = folder.resolve("cluster");
    if (!Files.exists(cluster)) {
      initialise(files.postgres(), folder, cluster);
    }
    return run(files.postgres(), folder, cluster, port);
  }

  @Override
  public String host() {
    return "127.0.0.1";
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public String adminUser() {
    return ADMIN;
  }

  @Override
  public String adminPassword() {
    return folder().secret("admin");
  }

  /** Returns the administrator's access to the server that runs with a data folder. */
  public static TestDatabase administrator(Path data, int port) {
    return new TestDatabase("127.0.0.1", port, ADMIN, ADMIN, PrivateFiles.secret(data, "admin"));
  }

  @Override
  public long pid() {
    return server.pid();
  }

  @Override
  public void kill() {
    server.destroyForcibly();
    supervisor.stop();
  }

  @Override
  public void close() {
    super.close();
    if (Processes.runs(server)) {
      server.destroyForcibly();
    }
  }

  /**
   * Creates the cluster under another name and renames it, so that an existing cluster is always
   * complete.
   */
  private static void initialise(Path programs, DataFolder folder, Path cluster)
      throws IOException {
    Path unfinished = folder.resolve("cluster.unfinished");
    Folders.delete(unfinished);
    Files.createDirectory(unfinished);
    ProcessUser user = ProcessUser.of(programs, unfinished);
    folder.writePrivate("admin.password", folder.secret("admin"));
    Path passwordFile = folder.resolve("admin.password");
    user.take(passwordFile);
    try {
      ServerProcess initdb =
          ServerProcess.startSupervised(
              NAME, folder, user.wrap(shell(INITIALISE, programs, unfinished, passwordFile)));
      if (awaitExitCode(initdb.process()) != 0) {
        throw initdb.failure("could not make its data folder");
      }
    } finally {
      Files.deleteIfExists(passwordFile);
    }
    Files.move(unfinished, cluster, StandardCopyOption.ATOMIC_MOVE);
  }

  private static PostgresServer run(Path programs, DataFolder folder, Path cluster, int port)
      throws IOException {
    ProcessUser user = ProcessUser.of(programs, cluster);
    String options = "-c port=" + port + OPTIONS;
    ServerProcess supervisor =
        ServerProcess.startSupervised(
            NAME, folder, user.wrap(shell(RUN, programs, cluster, options)));
    String pid = supervisor.process().inputReader().readLine();
    if (pid == null) {
      throw supervisor.failure("could not be started");
    }
    ProcessHandle server =
        ProcessHandle.of(Long.parseLong(pid))
            .orElseThrow(() -> supervisor.failure("stopped at once"));
    folder.remember(server);
    supervisor.awaitReady(START_TIMEOUT, () -> isReady(cluster, pid));
    return new PostgresServer(supervisor, folder, server, port);
  }

  /**
   * Whether the server is ready, from the server's own state file: its first line is the process
   * id, its last line the state.
   */
  private static boolean isReady(Path cluster, String pid) {
    try {
      List<String> lines = Files.readAllLines(cluster.resolve("postmaster.pid"));
      return lines.size() > 1
          && lines.getFirst().strip().equals(pid)
          && lines.getLast().strip().equals("ready");
    } catch (IOException notYetWritten) {
      return false;
    }
  }

  private static List<String> shell(String script, Object... arguments) {
    List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", script));
    for (Object argument : arguments) {
      words.add(argument.toString());
    }
    return words;
  }

  private static int awaitExitCode(Process process) {
    try {
      if (process.waitFor(START_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        return process.exitValue();
      }
      process.destroyForcibly();
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailure("The start was interrupted.", e);
    }
  }
}
