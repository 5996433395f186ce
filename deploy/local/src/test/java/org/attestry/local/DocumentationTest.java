package org.attestry.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the READMEs and pages name is there. */
class DocumentationTest {

  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  /** A class whose name has two words at least, or a method of any class. */
  private static final Pattern NAME =
      Pattern.compile(
          "`(?:domain[a-z.]*\\.)?(?:([A-Z]+[a-z]+[A-Z]\\w*)|([A-Z][a-z]+)(?=\\.))(?:\\.([a-z]\\w*))?`");

  /** A type, in a file of its own or within another one, or a fact. */
  private static final Pattern DECLARED =
      Pattern.compile(
          "(?:(?:class|interface|enum|record) |FactType\\.of\\(\\s*\"\\w+\", \")([A-Z]\\w*)");

  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(?:#[^)]*)?\\)");

  /** Names of other projects, of credentials and of fields that pages speak of. */
  private static final Set<String> OTHERS =
      Set.of(
          "ChannelInitializerExtension",
          "ClaimPluginActor",
          "DataIntegrityProof",
          "IgnoreCase",
          "NodeListener",
          "OutOfMemoryError",
          "RecordTooLargeException",
          "RevokedCredential",
          "RsaSignature2018",
          "RssAnon",
          "String",
          "VerifiableCredential",
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
    for (Path page : pages()) {
      Matcher links = LINK.matcher(Files.readString(page));
      while (links.find()) {
        if (!Files.exists(page.resolveSibling(links.group(1)))) {
          missing.add(ROOT.relativize(page) + ": " + links.group(1));
        }
      }
    }

    assertEquals(List.of(), missing);
  }

  private static boolean declares(String source, String method) {
    return source != null && (method == null || source.contains(method));
  }

  /** Simple name of each class and fact of the project to the text that declares it. */
  private static Map<String, String> sources() throws IOException {
    Map<String, String> sources = new HashMap<>();
    for (Path file : files(".java")) {
      String text = Files.readString(file);
      Matcher names = DECLARED.matcher(text);
      while (names.find()) {
        sources.merge(names.group(1), text, String::concat);
      }
    }
    return sources;
  }

  /** Decisions stay as they were taken. */
  private static List<Path> pages() throws IOException {
    return files(".md").stream()
        .filter(page -> !page.startsWith(ROOT.resolve("docs/decisions")))
        .toList();
  }

  private static List<Path> files(String ending) throws IOException {
    try (Stream<Path> found = Files.walk(ROOT)) {
      return found
          .filter(file -> file.toString().endsWith(ending))
          .filter(
              file ->
                  !ROOT.relativize(file).toString().matches("(.*/)?(target|node_modules|run)/.*"))
          .toList();
    }
  }
}
