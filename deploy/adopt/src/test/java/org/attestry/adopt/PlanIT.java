package org.attestry.adopt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code adopt plan} with the dump, and what the command says of wrong settings. */
class PlanIT {

  private static TestDatabase database;

  @TempDir Path folder;
  private String output;

  @BeforeAll
  static void restore() {
    database = SunbirdDump.restore();
  }

  @Test
  void countsEverythingAndSaysWhatDoesNotComeAlong() throws IOException {
    Files.writeString(folder.resolve("public.pem"), SunbirdDump.text("public.pem"));
    Files.writeString(folder.resolve("export.json"), MadeRealm.export().toString());

    int code =
        adopt(
            "plan",
            "--keys.file=" + folder.resolve("public.pem"),
            "--realm.export=" + folder.resolve("export.json"));

    assertEquals(0, code, output);
    List<String> lines =
        Files.readAllLines(folder.resolve("plan.txt")).stream()
            .map(line -> line.replaceAll(" *\t", "|"))
            .toList();
    assertContains(lines, "COUNT|District|3 entities, 1 of them deleted, 0 with a credential");
    assertContains(lines, "COUNT|Student|25 entities, 0 of them deleted, 0 with a credential");
    assertContains(lines, "COUNT|Claims|10");
    assertContains(lines, "COUNT|Revocations|5");
    assertContains(lines, "COUNT|Users|30");
    assertContains(lines, "COUNT|Key did:india of did:web:board.example.org|");
    assertContains(lines, "LOST|TrainingCertificate /_osConfig/certificateTemplates/html|");
    assertContains(
        lines,
        "CHANGED|Student"
            + " /_osConfig/attestationPolicies/educationAttest/attestationProperties/institute|");
    assertTrue(Files.exists(folder.resolve("realm.json")));
    assertEquals(
        "$.educationDetails[*].institute",
        Json.read(JsonBytes.of(Files.readAllBytes(folder.resolve("schemas/Student.json"))))
            .at("/_osConfig/attestationPolicies/0/attestationProperties/institute")
            .asText());
  }

  @Test
  void namesTheKeysThatAreMissing() throws IOException {
    adopt("plan");

    assertContains(
        Files.readAllLines(folder.resolve("plan.txt")).stream()
            .map(line -> line.replaceAll(" *\t", "|"))
            .toList(),
        "LOST|Key did:india of did:web:board.example.org|");
  }

  @Test
  void endsWithTwoForWrongSettings() {
    assertEquals(2, run(Map.of(), "plan"));
    assertTrue(output.contains("SOURCE_URL"), output);
    assertEquals(2, run(Map.of(), "plan", "nonsense"));
    assertEquals(2, run(Map.of(), "remove"));
    assertEquals(2, adopt("check"));
    assertTrue(output.contains("SUITE_TOKEN_URL"), output);
  }

  @Test
  void endsWithThreeWhereTheDatabaseCannotBeRead() {
    int code =
        run(
            Map.of("SOURCE_PASSWORD", "wrong"),
            "plan",
            "--source.url=" + database.jdbcUrl(),
            "--source.user=" + database.role(),
            "--run.folder=" + folder);

    assertEquals(3, code, output);
    assertTrue(output.contains("cannot be read"), output);
  }

  @Test
  void readsSettingsOfAFileAndSecretsOfAnother() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), database.password() + "\n");
    Path settings =
        Files.writeString(
            folder.resolve("adopt.properties"),
            """
            source.url=%s
            source.user=nobody
            source.passwordFile=%s
            run.folder=%s
            """
                .formatted(database.jdbcUrl(), secret, folder));

    int code =
        run(Map.of("SOURCE_USER", database.role()), "plan", "--settings", settings.toString());

    assertEquals(0, code, output);
  }

  private int adopt(String command, String... options) {
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(
        List.of(
            "--source.url=" + database.jdbcUrl(),
            "--source.user=" + database.role(),
            "--run.folder=" + folder));
    arguments.addAll(List.of(options));
    return run(Map.of("SOURCE_PASSWORD", database.password()), arguments.toArray(String[]::new));
  }

  private int run(Map<String, String> environment, String... arguments) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int code =
        AdoptMain.run(arguments, environment, new PrintStream(bytes, true, StandardCharsets.UTF_8));
    output = bytes.toString(StandardCharsets.UTF_8);
    return code;
  }

  private static void assertContains(List<String> lines, String beginning) {
    assertTrue(
        lines.stream().anyMatch(line -> line.startsWith(beginning)), String.join("\n", lines));
  }
}
