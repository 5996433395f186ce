package org.attestry.registry.attestation;

import static org.attestry.registry.attestation.Attestation.State.ATTESTATION_REQUESTED;
import static org.attestry.registry.attestation.Attestation.State.DRAFT;
import static org.attestry.registry.attestation.Attestation.State.PUBLISHED;
import static org.attestry.registry.attestation.Attestation.State.REJECTED;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.attestry.contracts.FailureException;
import org.attestry.registry.attestation.Attestation.State;

/**
 * The state machine of an attestation (interface 6.2): the only definition of which move is legal
 * in which state, and of the state after it. {@code docs/api/attestation.md} shows the same table.
 */
public final class AttestationTransitions {

  /** The moves of an attestation from one state to the next. */
  public enum Move {
    RAISE("raised"),
    GRANT("granted"),
    REJECT("rejected"),
    WITHDRAW("withdrawn"),
    /** No attestor has decided within the time that the policy allows. */
    EXPIRE("expired"),
    /** An attested value changes. */
    CHANGE("changed"),
    /** The entity is deleted. */
    DELETE("deleted");

    private final String done;

    Move(String done) {
      this.done = done;
    }
  }

  private static final Map<Move, State> WITHOUT_OPEN_CLAIM =
      Map.of(Move.RAISE, ATTESTATION_REQUESTED, Move.CHANGE, DRAFT, Move.DELETE, DRAFT);

  private static final Map<State, Map<Move, State>> TABLE =
      new EnumMap<>(
          Map.of(
              DRAFT,
              WITHOUT_OPEN_CLAIM,
              REJECTED,
              WITHOUT_OPEN_CLAIM,
              PUBLISHED,
              WITHOUT_OPEN_CLAIM,
              ATTESTATION_REQUESTED,
              Map.of(
                  Move.GRANT, PUBLISHED,
                  Move.REJECT, REJECTED,
                  Move.WITHDRAW, DRAFT,
                  Move.EXPIRE, DRAFT,
                  Move.CHANGE, DRAFT,
                  Move.DELETE, DRAFT)));

  /** The moves that clients request; the others follow from a change of the entity, or time. */
  private static final List<Move> REQUESTED =
      List.of(Move.RAISE, Move.GRANT, Move.REJECT, Move.WITHDRAW);

  private AttestationTransitions() {}

  /** Returns the state after a move, or null if the move is not legal. */
  public static State after(State state, Move move) {
    return TABLE.get(state).get(move);
  }

  /**
   * Returns the state after a move.
   *
   * @param claimId the claim that waits for a decision, or null
   * @throws FailureException CONFLICT, naming the moves that are legal now
   */
  static State require(State state, String claimId, Move move) {
    State after = after(state, move);
    if (after == null) {
      throw illegal(state, claimId);
    }
    return after;
  }

  /** The CONFLICT of a move that is not legal in this state. */
  public static FailureException illegal(State state, String claimId) {
    String legal =
        REQUESTED.stream()
            .filter(move -> after(state, move) != null)
            .map(move -> move.done)
            .collect(Collectors.joining(", "));
    String what =
        state == ATTESTATION_REQUESTED
            ? "The claim %s waits for a decision on this already".formatted(claimId)
            : "The attestation is %s".formatted(state);
    return FailureException.conflict(
        state == ATTESTATION_REQUESTED
            ? "registry.attestation.open"
            : "registry.attestation.not-open",
        "%s; now it can be: %s.".formatted(what, legal));
  }
}
