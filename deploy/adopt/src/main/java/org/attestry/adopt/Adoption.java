package org.attestry.adopt;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.adopt.comparison.Comparison;
import org.attestry.adopt.credentials.KeyFile;
import org.attestry.adopt.credentials.KeyMatch;
import org.attestry.adopt.credentials.Survey;
import org.attestry.adopt.credentials.VerificationKey;
import org.attestry.adopt.files.Bucket;
import org.attestry.adopt.incumbent.EntityReader;
import org.attestry.adopt.incumbent.EntityType;
import org.attestry.adopt.incumbent.FormerSystem;
import org.attestry.adopt.incumbent.SourceDatabase;
import org.attestry.adopt.report.AdoptFailure;
import org.attestry.adopt.report.Finding;
import org.attestry.adopt.report.Report;
import org.attestry.adopt.schemas.HttpTemplates;
import org.attestry.adopt.schemas.TemplateSource;
import org.attestry.adopt.suite.Suite;
import org.attestry.adopt.transfer.Journal;
import org.attestry.adopt.transfer.Transfer;
import org.attestry.adopt.transfer.Translations;
import org.attestry.adopt.users.BaseRealm;
import org.attestry.adopt.users.RealmTranslation;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.config.Secret;
import org.attestry.runtime.json.Json;

/** Executes one command with one configuration. */
final class Adoption {

  private static final String MINIO = "minio://";

  private final AdoptConfig config;
  private final PrintStream out;
  private final HttpTemplates http = new HttpTemplates();

  Adoption(AdoptConfig config, PrintStream out) {
    this.config = config;
    this.out = out;
  }

  /** Executes the command, and returns how many lines of the report somebody must look at. */
  long execute(String command) {
    Path file = config.run().folder().resolve(command + ".txt");
    try (Report report = new Report(file, out)) {
      FormerSystem former = former(report);
      switch (command) {
        case "plan" -> plan(former, report);
        case "run" -> run(former, report);
        default -> check(former, report);
      }
      return report.faults();
    }
  }

  private void plan(FormerSystem former, Report report) {
    count(former, report);
    Translations translations = translate(former, report);
    translations.write(config.run().folder().resolve("schemas"));
    Survey survey = survey(former, report);
    translations.addContexts(survey);
    survey
        .contextAddresses()
        .forEach(
            (address, issuers) ->
                report.add(
                    source().fetch(address).isPresent() ? Finding.COUNT : Finding.LOST,
                    "Context " + address,
                    "Credentials of %s name it.".formatted(issuers)));
    new KeyMatch(survey, report).match(keys(former, survey));
    writeRealm(report);
    countFiles(report);
    describeKnown(report);
  }

  private void run(FormerSystem former, Report report) {
    Path folder = config.run().folder();
    Translations translations = translate(former, report);
    translations.write(folder.resolve("schemas"));
    Survey survey = survey(former, report);
    translations.addContexts(survey);
    Transfer transfer =
        new Transfer(suite(), former, report, config.run().workers(), config.run().pageSize());
    try (Journal journal =
        new Journal(folder.resolve("journal"), "pages of " + config.run().pageSize())) {
      if (journal.entries() > 0) {
        report.progress("Goes on with the run that was stopped.");
      }
      transfer.bringCredentials(
          survey, new KeyMatch(survey, report).match(keys(former, survey)), source());
      transfer.bringSchemas(translations);
      transfer.bringRecords(translations, config.source().name(), bucket().orElse(null), journal);
      writeRealm(report);
      journal.end();
    }
  }

  private void check(FormerSystem former, Report report) {
    Translations translations = translate(former, report);
    new Comparison(suite(), former, report, config.run().workers())
        .compare(translations, config.source().name(), bucket().orElse(null));
    describeKnown(report);
  }

  private void count(FormerSystem former, Report report) {
    try (Connection registry = former.databases().registry().connect();
        Connection claims = former.databases().claims().connect()) {
      for (EntityType type : former.types()) {
        EntityReader.Counts counts = former.entities(type).count(registry);
        report.add(
            Finding.COUNT,
            type.name(),
            "%d entities, %d of them deleted, %d with a credential"
                .formatted(counts.all(), counts.deleted(), counts.signed()));
      }
      report.add(Finding.COUNT, "Claims", Long.toString(former.claims().count(claims)));
    } catch (SQLException e) {
      throw new AdoptFailure("The connection cannot be closed: " + e.getMessage(), e);
    }
    long[] revocations = new long[1];
    former.revocations(_ -> revocations[0]++);
    report.add(Finding.COUNT, "Revocations", Long.toString(revocations[0]));
  }

  private void countFiles(Report report) {
    if (bucket().isEmpty()) {
      return;
    }
    long files = 0;
    Bucket.Page page = bucket().get().page("");
    while (!page.last().isEmpty()) {
      files += page.files().size();
      page.others()
          .forEach(key -> report.add(Finding.LOST, "File " + key, "It is no entity's file."));
      page = bucket().get().page(page.last());
    }
    report.add(Finding.COUNT, "Files", Long.toString(files));
  }

  private static void describeKnown(Report report) {
    List<String> differences =
        List.of(
            "Ids have no prefix '1-' here; requests may have it.",
            "Times are in milliseconds.",
            "Nested objects have no times and users of their own.",
            "Records that belong to 'anonymous' belong to nobody.",
            "The unique values of deleted entities are free.",
            "Notes are by the name or address that the former system stored, not by a user id.");
    differences.forEach(difference -> report.add(Finding.KNOWN, "Everything", difference));
  }

  private Translations translate(FormerSystem former, Report report) {
    return Translations.of(former.schemas(), source(), path(config.schemas().translated()), report);
  }

  private static Survey survey(FormerSystem former, Report report) {
    report.progress("Reads which keys and contexts the credentials name.");
    Survey survey = new Survey();
    former.signedDocuments(survey::add);
    if (survey.unreadable() > 0) {
      report.add(
          Finding.REFUSED, "Credentials", survey.unreadable() + " signed documents are no JSON.");
    }
    return survey;
  }

  private List<VerificationKey> keys(FormerSystem former, Survey survey) {
    List<VerificationKey> keys = new ArrayList<>();
    if (!config.keys().file().isEmpty()) {
      keys.addAll(KeyFile.read(Path.of(config.keys().file()), config.keys().verificationMethod()));
    }
    Set<String> issuers =
        survey.keys().keySet().stream().map(Survey.KeyName::issuer).collect(Collectors.toSet());
    for (JsonNode document : former.didDocuments(issuers)) {
      keys.addAll(KeyFile.ofDidDocument(document));
    }
    return keys;
  }

  private void writeRealm(Report report) {
    if (config.realm().export().isEmpty()) {
      return;
    }
    try {
      Path file = Path.of(config.realm().export());
      JsonNode former = Json.read(JsonBytes.of(Files.readAllBytes(file)));
      JsonNode realm = new RealmTranslation(BaseRealm.read(), former, report).translate();
      Path written = config.run().folder().resolve("realm.json");
      Files.writeString(written, realm.toPrettyString() + "\n");
      report.add(Finding.COUNT, "Realm", "It is in %s, for Keycloak to import.".formatted(written));
    } catch (IOException e) {
      throw new AdoptFailure("The realm's export cannot be read: " + e.getMessage(), e);
    }
  }

  private FormerSystem former(Report report) {
    AdoptConfig.Source source = config.source();
    AdoptConfig.Claims claims = config.claims();
    SourceDatabase registry =
        new SourceDatabase(source.url(), source.user(), source.password().value());
    SourceDatabase claimsDatabase =
        claims.url().isEmpty()
            ? registry
            : database(claims.url(), claims.user(), claims.password());
    return new FormerSystem(
        new FormerSystem.Databases(
            registry,
            claimsDatabase,
            database(
                config.credentials().url(),
                config.credentials().user(),
                config.credentials().password()),
            database(
                config.identities().url(),
                config.identities().user(),
                config.identities().password())),
        source.schema(),
        path(config.schemas().folder()),
        ZoneId.of(claims.timeZone()),
        report);
  }

  private static SourceDatabase database(String url, String user, Secret password) {
    return url.isEmpty() ? null : new SourceDatabase(url, user, password.value());
  }

  private static Path path(String text) {
    return text.isEmpty() ? null : Path.of(text);
  }

  private Suite suite() {
    AdoptConfig.Suite suite = config.suite();
    if (suite.tokenUrl().isEmpty()) {
      throw new IllegalArgumentException("SUITE_TOKEN_URL is not set. It is the token endpoint.");
    }
    return new Suite(
        suite.gateway(), suite.tokenUrl(), suite.clientId(), suite.clientSecret().value());
  }

  private Optional<Bucket> bucket() {
    AdoptConfig.Files files = config.files();
    return files.endpoint().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Bucket(
                files.endpoint(),
                files.bucket(),
                files.accessKey(),
                files.secretKey().value(),
                files.region()));
  }

  /** Templates and contexts are at http addresses, or in the bucket. */
  private TemplateSource source() {
    return address ->
        address.startsWith(MINIO)
            ? bucket().flatMap(bucket -> bucket.text(address.substring(MINIO.length())))
            : http.fetch(address);
  }
}
