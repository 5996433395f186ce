package org.attestry.contracts.credential;

import java.util.List;
import org.attestry.contracts.Violation;

/**
 * @param violations why no credential can be made with the template, with pointers into it; empty
 *     if one can
 */
public record TemplateCheck(List<Violation> violations) {

  public TemplateCheck {
    violations = List.copyOf(violations);
  }
}
