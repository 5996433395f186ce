package org.attestry.kubernetes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.claims.ClaimsConfig;
import org.attestry.credential.CredentialConfig;
import org.attestry.file.FileConfig;
import org.attestry.gateway.GatewayConfig;
import org.attestry.registry.RegistryConfig;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.service.ServiceLauncher.ProcessConfig;
import org.attestry.schema.SchemaConfig;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The chart makes objects that Kubernetes knows, and that fit the settings of the code. */
class ChartIT {

  private static final Map<String, Class<? extends Record>> SERVICES =
      Map.of(
          "gateway", GatewayConfig.class,
          "schema-service", SchemaConfig.class,
          "registry-service", RegistryConfig.class,
          "claims-service", ClaimsConfig.class,
          "credential-service", CredentialConfig.class,
          "file-service", FileConfig.class);

  private static Chart chart;

  @BeforeAll
  static void install() throws IOException {
    chart = Chart.install();
  }

  @ParameterizedTest
  @ValueSource(strings = {"required", "everything"})
  void helmFindsNothingWrong(String values) throws IOException {
    Chart.Result result = chart.lint(Chart.values(values));

    assertEquals(0, result.code(), result.output());
  }

  @ParameterizedTest
  @ValueSource(strings = {"required", "everything"})
  void kubernetesKnowsEveryObjectAndField(String values) throws IOException {
    Path objects = Path.of("target/" + values + ".yaml").toAbsolutePath();
    Files.writeString(objects, chart.template(Chart.values(values)).output());

    assertEquals("", chart.complaints(List.of(objects)));
  }

  @Test
  void theModelsComplainOfAFieldThatKubernetesDoesNotHave() throws IOException {
    Path objects = Path.of("target/wrong.yaml").toAbsolutePath();
    Files.writeString(
        objects,
        chart.template(Chart.values("required")).output().replace("maxSurge", "maxSurplus"));

    assertTrue(chart.complaints(List.of(objects)).contains("rollingUpdate/maxSurplus"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "publicUrl=",
        "publicUrl=registry.example.org",
        "postgres.host=",
        "postgres.authority.name=",
        "kafka.bootstrapServers=kafka",
        "services.gateway.replica=2",
        "services.gateway.env.lower=1",
        "externalSecrets.enabled=true",
        "ingress.enabled=true"
      })
  void valuesThatDoNotFitAreRefused(String value) throws IOException {
    Chart.Result result = chart.template(Chart.values("required"), "--set", value);

    assertNotEquals(0, result.code());
    assertTrue(result.output().contains("schema"), result.output());
  }

  @Test
  void theValuesForTheExamplesFit() throws IOException {
    Chart.Result result = chart.template(Path.of("examples/values.yaml").toAbsolutePath());

    assertEquals(0, result.code(), result.output());
  }

  @ParameterizedTest
  @ValueSource(strings = {"required", "everything"})
  void everySettingExistsAndEveryServiceStartsWithThem(String values) throws IOException {
    List<Manifest> pods = pods(chart.objects(Chart.values(values)));
    assertEquals(
        SERVICES.keySet(),
        deployments(pods).stream().map(Manifest::service).collect(Collectors.toSet()));
    for (Manifest pod : pods) {
      Map<String, String> given = new TreeMap<>();
      pod.environment().forEach((name, value) -> given.put(setting(name), value(name, value)));
      Set<String> unknown = new TreeSet<>(given.keySet());
      unknown.removeAll(known(pod.service()));
      assertEquals(Set.of(), unknown, pod.name());
      if (pod.kind().equals("Deployment")) {
        Settings settings = Settings.of(given);
        settings.read(ProcessConfig.class);
        settings.read(SERVICES.get(pod.service()));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"required", "everything"})
  void everyFileThatASettingNamesIsMounted(String values) throws IOException {
    for (Manifest pod : pods(chart.objects(Chart.values(values)))) {
      Set<String> named =
          pod.environment().values().stream()
              .filter(value -> value.startsWith("/run/secrets/"))
              .collect(Collectors.toCollection(TreeSet::new));

      assertEquals(named, pod.secretFiles(), pod.name());
    }
  }

  @Test
  void onlyTheServicesThatNeedASecretGetIt() throws IOException {
    Map<String, Set<String>> holders = new TreeMap<>();
    for (Manifest pod : pods(chart.objects(Chart.values("required")))) {
      for (String file : pod.secretFiles()) {
        holders.computeIfAbsent(file, each -> new TreeSet<>()).add(pod.name());
      }
    }

    assertEquals(Set.of("attestry-credential-service"), holders.get("/run/secrets/master-key"));
    assertEquals(Set.of("attestry-registry-service"), holders.get("/run/secrets/admin-api"));
    assertEquals(Set.of("attestry-file-service"), holders.get("/run/secrets/s3-secret-key"));
    assertFalse(holders.get("/run/secrets/postgres-password").contains("attestry-gateway"));
  }

  @Test
  void everyServiceWithADatabaseIsMigratedBeforeItsPods() throws IOException {
    Set<String> migrated =
        chart.objects(Chart.values("required")).stream()
            .filter(object -> object.kind().equals("Job"))
            .filter(
                job ->
                    "pre-install,pre-upgrade"
                        .equals(job.at("metadata", "annotations", "helm.sh/hook")))
            .filter(job -> List.of("migrate").equals(job.container().at("args")))
            .map(Manifest::service)
            .collect(Collectors.toCollection(TreeSet::new));

    Set<String> expected = new TreeSet<>(SERVICES.keySet());
    expected.remove("gateway");
    assertEquals(expected, migrated);
  }

  @Test
  void withoutFileServiceNothingOfItIsLeft() throws IOException {
    Chart.Result result =
        chart.template(
            Chart.values("required"), "--set", "services.file-service.enabled=false,s3.endpoint=");

    assertEquals(0, result.code(), result.output());
    assertFalse(
        Chart.parse(result.output()).stream()
            .anyMatch(object -> object.name().contains("file-service")));
  }

  @Test
  void theAlertsAreThoseOfThisRepository() throws IOException {
    Object spec =
        chart.objects(Chart.values("everything")).stream()
            .filter(object -> object.kind().equals("PrometheusRule"))
            .findFirst()
            .orElseThrow()
            .at("spec");
    String rules = Files.readString(Chart.ROOT.resolve("deploy/observability/rules.yml"));

    assertEquals(Chart.parse(rules).getFirst().yaml(), spec);
  }

  @Test
  void thePageDescribesEveryValue() throws IOException {
    String page = Files.readString(Chart.ROOT.resolve("docs/operating/kubernetes.md"));
    List<String> missing = new ArrayList<>();
    Manifest values = Chart.parse(Files.readString(Path.of("attestry/values.yaml"))).getFirst();
    ((Map<?, ?>) values.yaml())
        .keySet().stream()
            .map(String.class::cast)
            .filter(name -> !page.contains("| `" + name + "`") && !page.contains("`" + name + "."))
            .forEach(missing::add);

    assertEquals(List.of(), missing);
  }

  @Test
  void theExamplesAreYamlThatNamesKindAndName() throws IOException {
    try (Stream<Path> examples = Files.list(Path.of("examples"))) {
      for (Path example : examples.filter(ChartIT::hasObjects).toList()) {
        List<Manifest> objects = Chart.parse(Files.readString(example));
        assertFalse(objects.isEmpty(), example.toString());
        for (Manifest object : objects) {
          assertTrue(object.at("apiVersion") instanceof String, example.toString());
          assertFalse(object.kind().isEmpty() || object.name().isEmpty(), example.toString());
        }
      }
    }
  }

  private static boolean hasObjects(Path example) {
    return !example.endsWith("values.yaml");
  }

  private static List<Manifest> pods(List<Manifest> objects) {
    return objects.stream()
        .filter(object -> Set.of("Deployment", "Job").contains(object.kind()))
        .toList();
  }

  private static List<Manifest> deployments(List<Manifest> pods) {
    return pods.stream().filter(pod -> pod.kind().equals("Deployment")).toList();
  }

  private static Set<String> known(String service) {
    Map<String, String> known = new LinkedHashMap<>(Map.of("LOG_LEVEL", ""));
    Stream.of(ProcessConfig.class, SERVICES.get(service))
        .flatMap(type -> Settings.describe(type).stream())
        .forEach(setting -> known.put(setting.name(), ""));
    return known.keySet();
  }

  /** The setting that a variable sets; a setting whose value is a path keeps its name. */
  private static String setting(String variable) {
    return variable.endsWith("_CA_FILE") ? variable : variable.replaceFirst("_FILE$", "");
  }

  /** What a service reads: in place of a secret's file something that has its form. */
  private static String value(String variable, String value) {
    boolean isSecret = !setting(variable).equals(variable);
    boolean isField = value.startsWith("field:");
    return isSecret
        ? Base64.getEncoder().encodeToString(new byte[32])
        : isField ? "10.0.0.5" : value;
  }
}
