package org.attestry.adopt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.attestry.runtime.config.Settings;
import org.junit.jupiter.api.Test;

/** The guide names each setting of the command, and no other. */
class GuideTest {

  private static final Path GUIDE = Path.of("../../docs/guides/moving-from-sunbird-rc.md");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(\\w+\\.\\w+)` \\| (\\S+)[^|]*\\| (.*) \\|$");

  @Test
  void namesEachSettingWithItsMeaning() throws IOException {
    TreeSet<String> written =
        ROW.matcher(Files.readString(GUIDE))
            .results()
            .map(row -> Settings.environmentName(row.group(1)) + ": " + row.group(3) + ".")
            .collect(Collectors.toCollection(TreeSet::new));

    TreeSet<String> settings =
        Settings.describe(AdoptConfig.class).stream()
            .map(each -> each.name() + ": " + each.setting().description())
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(String.join("\n", settings), String.join("\n", written));
  }
}
