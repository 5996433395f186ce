package org.attestry.credential.presentation;

import java.util.List;
import org.attestry.contracts.Violation;

/** The stored reason why a response was refused. */
record Refusal(List<Violation> violations) {

  Refusal {
    violations = List.copyOf(violations);
  }
}
