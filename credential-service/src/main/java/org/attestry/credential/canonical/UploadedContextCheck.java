package org.attestry.credential.canonical;

import com.apicatalog.jsonld.JsonLdError;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.credential.context.ContextAddresses;
import org.attestry.credential.context.ContextCheck;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.jsonld.ContextLoader;
import org.attestry.credential.jsonld.ContextRules;
import org.attestry.credential.jsonld.ContextWork;
import org.attestry.credential.jsonld.DocumentViolations;
import org.attestry.credential.jsonld.JakartaJson;
import org.attestry.credential.jsonld.ReadContexts;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.identifier.Sha256;

/**
 * Checks a context that an admin uploads: it follows the rules of inline contexts, names only
 * bundled contexts, and can be processed.
 */
public record UploadedContextCheck(BundledContexts bundled) implements ContextCheck {

  @Override
  public boolean bundles(String address) {
    return bundled.contains(address);
  }

  @Override
  public String digest(String address, JsonNode document, Budget budget) {
    DocumentViolations violations = new DocumentViolations();
    if (!document.path("@context").isContainerNode()) {
      throw refusal(List.of(new Violation("", "context", "Send an object with @context.")));
    }
    try {
      ContextRules.Size size = ContextRules.check(document.path("@context"), violations);
      ContextAddresses.visit(
          document.path("@context"),
          (place, other) -> {
            if (!bundled.contains(other)) {
              violations.add(
                  place,
                  "context.unknown",
                  "An uploaded context names no other context but bundled ones: write its terms"
                      + " here.");
            }
          });
      violations.refuse();
      process(address, document, size, violations, budget);
      violations.refuse();
    } catch (FailureException e) {
      throw e.failure().kind() == FailureKind.INVALID ? refusal(e.failure().violations()) : e;
    } catch (StackOverflowError e) {
      throw refusal(List.of(new Violation("", "limit", "The context is nested too deep.")));
    }
    return Sha256.hex(Jcs.of(JakartaJson.structure(document)));
  }

  /** Has the processor read all definitions of the context. */
  private void process(
      String address,
      JsonNode document,
      ContextRules.Size size,
      DocumentViolations violations,
      Budget budget) {
    ContextLoader loader =
        new ContextLoader(bundled, Map.of(address, document), new ReadContexts());
    try {
      new ContextWork(loader, size, budget).read(TextNode.valueOf(address));
    } catch (JsonLdError e) {
      String code = e.getCode().name().toLowerCase(Locale.ROOT).replace('_', '-');
      violations.add(
          "json-ld." + code, "The document is not a valid JSON-LD context: " + code + ".");
    } catch (FailureException e) {
      throw e;
    } catch (RuntimeException e) {
      violations.add("json-ld", "The document is not a valid JSON-LD context.");
    }
  }

  private static FailureException refusal(List<Violation> found) {
    List<Violation> placed =
        found.stream()
            .map(one -> new Violation("/document" + one.pointer(), one.rule(), one.message()))
            .toList();
    return FailureException.invalid("credential.context.invalid", placed);
  }
}
