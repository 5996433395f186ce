package org.attestry.credential.presentation;

import java.util.List;
import org.attestry.contracts.Violation;

/** What was wrong with a response, as it is stored. */
record Refusal(List<Violation> violations) {

  Refusal {
    violations = List.copyOf(violations);
  }
}
