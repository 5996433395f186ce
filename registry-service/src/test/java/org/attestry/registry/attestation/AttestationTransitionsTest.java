package org.attestry.registry.attestation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.registry.attestation.Attestation.State;
import org.attestry.registry.attestation.AttestationTransitions.Move;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AttestationTransitionsTest {

  private static final String NONE = "409";

  /** The table in the documentation is the one that the code executes. */
  @Test
  void pageShowsTheTableThatTheCodeExecutes() throws IOException {
    assertEquals(table(), page());
  }

  @ParameterizedTest
  @EnumSource(State.class)
  void illegalMoveIsAConflictThatNamesTheLegalOnes(State state) {
    Move illegal = state == State.ATTESTATION_REQUESTED ? Move.RAISE : Move.GRANT;
    Failure refused =
        assertThrows(
                FailureException.class, () -> AttestationTransitions.require(state, "c", illegal))
            .failure();
    assertEquals(FailureKind.CONFLICT, refused.kind());
    String legal = state == State.ATTESTATION_REQUESTED ? "granted, rejected, withdrawn" : "raised";
    assertTrue(refused.message().endsWith("now it can be: " + legal + "."), refused.message());
  }

  private static Map<State, Map<Move, String>> table() {
    Map<State, Map<Move, String>> table = new EnumMap<>(State.class);
    for (State state : State.values()) {
      Map<Move, String> row = new EnumMap<>(Move.class);
      for (Move move : Move.values()) {
        State after = AttestationTransitions.after(state, move);
        row.put(move, after == null ? NONE : after.name());
      }
      table.put(state, row);
    }
    return table;
  }

  private static Map<State, Map<Move, String>> page() throws IOException {
    List<List<String>> lines =
        Files.readAllLines(Path.of("../docs/api/attestation.md")).stream()
            .filter(line -> line.startsWith("| "))
            .map(AttestationTransitionsTest::cells)
            .toList();
    List<String> head =
        lines.stream().filter(cells -> cells.getFirst().equals("State")).findFirst().orElseThrow();
    Map<State, Map<Move, String>> table = new EnumMap<>(State.class);
    for (State state : State.values()) {
      List<String> cells =
          lines.stream().filter(c -> c.getFirst().equals(state.name())).findFirst().orElseThrow();
      Map<Move, String> row = new EnumMap<>(Move.class);
      for (int i = 1; i < head.size(); i++) {
        row.put(Move.valueOf(head.get(i)), cells.get(i));
      }
      table.put(state, row);
    }
    return table;
  }

  private static List<String> cells(String line) {
    return Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList();
  }
}
