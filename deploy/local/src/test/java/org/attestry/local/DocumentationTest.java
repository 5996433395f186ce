package org.attestry.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the READMEs and pages name is there. */
class DocumentationTest {

  private static final Path ROOT = ProjectFiles.ROOT;

  /** Migrations in the order in which they run. */
  private static final Comparator<Path> BY_VERSION =
      Comparator.comparingInt(
          script -> Integer.parseInt(script.getFileName().toString().replaceAll("\\D", "")));

  /** A class whose name has two words at least, or a method of any class. */
  private static final Pattern NAME =
      Pattern.compile(
          "`(?:domain[a-z.]*\\.)?(?:([A-Z]+[a-z]+[A-Z]\\w*)|([A-Z][a-z]+)(?=\\.))(?:\\.([a-z]\\w*))?`");

  /** A type, in a file of its own or within another one, or a fact. */
  private static final Pattern DECLARED =
      Pattern.compile(
          "(?:(?:class|interface|enum|record) |FactType\\.of\\(\\s*\"\\w+\", \")([A-Z]\\w*)");

  /** A class or method, and the one that it calls; what stands between two ports is no call. */
  private static final Pattern CALL =
      Pattern.compile(
          "`([A-Z]\\w*)(?:\\.\\w+)?`(?: \\([^()→|]*\\))? → (?=`([A-Z]\\w*)(?:\\.\\w+)?`)");

  private static final Pattern TABLE =
      Pattern.compile("(CREATE|DROP) TABLE (\\w+)|ALTER TABLE (\\w+) RENAME TO (\\w+)");

  private static final Pattern ADDRESS = Pattern.compile("\"(\\w+)\\.(\\w+)\\.v1\"");

  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(?:#[^)]*)?\\)");

  /** Names of other projects, of credentials and of fields that pages speak of. */
  private static final Set<String> OTHERS =
      Set.of(
          "ChannelInitializerExtension",
          "ClaimPluginActor",
          "DataIntegrityProof",
          "EdDSA",
          "EnvelopedVerifiableCredential",
          "IgnoreCase",
          "NodeListener",
          "OutOfMemoryError",
          "RecordTooLargeException",
          "RevokedCredential",
          "RsaSignature2018",
          "RssAnon",
          "String",
          "VerifiableCredential",
          "VerifiablePresentation",
          "VmRSS");

  @Test
  void classesAndMethodsThatAPageNamesExist() throws IOException {
    Map<String, String> sources = sources();
    List<String> missing = new ArrayList<>();
    for (Path page : pages()) {
      Matcher names = NAME.matcher(Files.readString(page));
      while (names.find()) {
        String name = names.group(1) == null ? names.group(2) : names.group(1);
        if (!OTHERS.contains(name) && !declares(sources.get(name), names.group(3))) {
          missing.add(ROOT.relativize(page) + ": " + names.group());
        }
      }
    }

    assertEquals(List.of(), missing);
  }

  @Test
  void filesThatAPageLinksToExist() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Path page : ProjectFiles.ending(".md")) {
      Matcher links = LINK.matcher(Files.readString(page));
      while (links.find()) {
        if (!Files.exists(page.resolveSibling(links.group(1)))) {
          missing.add(ROOT.relativize(page) + ": " + links.group(1));
        }
      }
    }

    assertEquals(List.of(), missing);
  }

  @Test
  void classesThatAPageJoinsByAnArrowNameOneAnother() throws IOException {
    Map<String, String> sources = sources();
    List<String> apart = new ArrayList<>();
    for (Path page : pages()) {
      Matcher calls = CALL.matcher(Files.readString(page));
      while (calls.find()) {
        String from = calls.group(1);
        String to = calls.group(2);
        boolean ours = sources.containsKey(from) && sources.containsKey(to);
        if (ours && !names(sources.get(from), to) && !names(sources.get(to), from)) {
          apart.add(ROOT.relativize(page) + ": " + from + " → " + to);
        }
      }
    }

    assertEquals(List.of(), apart);
  }

  @Test
  void everyTableIsNamedWhereItsServiceSaysWhatItOwns() throws IOException {
    Map<Path, Set<String>> tables = new TreeMap<>();
    for (Path script : migrations()) {
      Set<String> ofModule =
          tables.computeIfAbsent(module(script).resolve("README.md"), each -> new TreeSet<>());
      apply(Files.readString(script), ofModule);
    }

    List<String> missing = new ArrayList<>();
    for (Map.Entry<Path, Set<String>> owned : tables.entrySet()) {
      String page = Files.readString(owned.getKey());
      owned.getValue().stream()
          .filter(table -> !page.contains("`" + table + "`"))
          .forEach(table -> missing.add(ROOT.relativize(owned.getKey()) + ": " + table));
    }
    assertEquals(List.of(), missing);
  }

  private static List<Path> migrations() throws IOException {
    return ProjectFiles.ending(".sql").stream()
        .filter(script -> script.toString().contains("src/main/resources/db/"))
        .sorted(BY_VERSION)
        .toList();
  }

  @Test
  void everyOperationIsNamedWithTheClassThatHandlesIt() throws IOException {
    List<Path> sources = ProjectFiles.ending(".java");
    List<String> missing = new ArrayList<>();
    for (Path contract : ProjectFiles.ending("Operations.java")) {
      Matcher addresses = ADDRESS.matcher(Files.readString(contract));
      while (addresses.find()) {
        String service = addresses.group(1) + "-service";
        String operation = addresses.group(2);
        if (!isExplained(sources, service, operation)) {
          missing.add(service + "/README.md: " + operation);
        }
      }
    }

    assertEquals(List.of(), missing);
  }

  @Test
  void everyClassOfRoutesIsNamed() throws IOException {
    String page = Files.readString(ROOT.resolve("gateway/README.md"));
    List<String> missing =
        ProjectFiles.ending("Routes.java").stream()
            .map(file -> file.getFileName().toString().replace(".java", ""))
            .filter(name -> !page.contains("`" + name + "`"))
            .toList();

    assertEquals(List.of(), missing);
  }

  /** In its line, where no class has the operation's name. */
  private static boolean isExplained(List<Path> sources, String service, String operation)
      throws IOException {
    String useCase = Character.toUpperCase(operation.charAt(0)) + operation.substring(1);
    List<String> classes =
        sources.stream()
            .filter(file -> file.startsWith(ROOT.resolve(service).resolve("src/main")))
            .map(file -> file.getFileName().toString().replace(".java", ""))
            .toList();
    return Files.readString(ROOT.resolve(service).resolve("README.md"))
        .lines()
        .filter(line -> line.contains("`" + operation + "`"))
        .anyMatch(
            line ->
                classes.contains(useCase)
                    || classes.stream().anyMatch(name -> line.contains("`" + name + "`")));
  }

  /** Adds what a script creates, and removes what it drops. */
  private static void apply(String script, Set<String> tables) {
    Matcher changes = TABLE.matcher(script);
    while (changes.find()) {
      if (changes.group(3) != null) {
        tables.remove(changes.group(3));
        tables.add(changes.group(4));
      } else if (changes.group(1).equals("CREATE")) {
        tables.add(changes.group(2));
      } else {
        tables.remove(changes.group(2));
      }
    }
  }

  private static Path module(Path file) {
    Path main = ROOT.relativize(file);
    int src =
        IntStream.range(0, main.getNameCount())
            .filter(i -> main.getName(i).toString().equals("src"))
            .findFirst()
            .orElseThrow();
    return ROOT.resolve(main.subpath(0, src));
  }

  private static boolean names(String source, String name) {
    return Pattern.compile("\\b" + name + "\\b").matcher(source).find();
  }

  private static boolean declares(String source, String method) {
    return source != null
        && (method == null || Pattern.compile("\\b" + method + "\\(").matcher(source).find());
  }

  /** Simple name of each class and fact of the project to the text that declares it. */
  private static Map<String, String> sources() throws IOException {
    Map<String, String> sources = new HashMap<>();
    for (Path file : ProjectFiles.ending(".java")) {
      String text = Files.readString(file);
      Matcher names = DECLARED.matcher(text);
      while (names.find()) {
        sources.merge(names.group(1), text, String::concat);
      }
    }
    return sources;
  }

  /** All but decisions, which may name classes that are gone. */
  private static List<Path> pages() throws IOException {
    return ProjectFiles.ending(".md").stream()
        .filter(page -> !page.startsWith(ROOT.resolve("docs/decisions")))
        .toList();
  }
}
