package org.attestry.gateway.bulk;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.attestry.contracts.registry.BulkOperations.CellForms;
import org.attestry.contracts.registry.BulkOperations.ImportRow;
import org.attestry.fuzz.Harmless;
import org.attestry.fuzz.Mutations;
import org.junit.jupiter.api.Test;

/**
 * Imports. The first byte says whether it is CSV and how large the pieces are in which the rest
 * comes: the rows must be the same whatever they are.
 */
class ImportTextFuzzTest {

  private static final int LONGEST_ROW = 1_000;

  @Test
  void holdsForSomeThousandMutations() {
    Mutations.run(getClass(), this::readsTheSameRowsInPiecesOfAnySize);
  }

  @FuzzTest
  void readsTheSameRowsInPiecesOfAnySize(byte[] input) {
    if (input.length == 0) {
      return;
    }
    boolean csv = input[0] % 2 == 0;
    int size = 1 + (input[0] & 0x3f);
    byte[] text = Arrays.copyOfRange(input, 1, input.length);
    Harmless.check(
        input,
        ignored -> {
          List<ImportRow> whole = rows(csv, text, text.length + 1);
          if (!whole.equals(rows(csv, text, size))) {
            throw new AssertionError("other rows in pieces of " + size);
          }
        });
  }

  private static List<ImportRow> rows(boolean csv, byte[] text, int size) {
    List<ImportRow> rows = new ArrayList<>();
    CellForms cells = csv ? new CellForms(false, null, null) : null;
    ImportText reader = new ImportText(cells, LONGEST_ROW, 0, (row, weight) -> rows.add(row));
    for (int at = 0; at < text.length; at += size) {
      reader.feed(Arrays.copyOfRange(text, at, Math.min(text.length, at + size)));
    }
    reader.end();
    return rows;
  }
}
