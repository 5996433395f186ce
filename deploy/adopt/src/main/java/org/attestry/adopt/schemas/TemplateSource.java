package org.attestry.adopt.schemas;

import java.util.Optional;

/** Where templates and contexts are found by their address. */
@FunctionalInterface
public interface TemplateSource {

  /** Returns the text at the address; empty if it cannot be had. */
  Optional<String> fetch(String address);
}
