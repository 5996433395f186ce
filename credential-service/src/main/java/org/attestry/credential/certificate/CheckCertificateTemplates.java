package org.attestry.credential.certificate;

import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplate;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplatesCheck;
import org.attestry.contracts.credential.CertificateOperations.CheckCertificateTemplatesRequest;
import org.attestry.contracts.credential.CertificateOperations.UploadCertificateTemplateRequest;
import org.attestry.credential.verify.RemoteDocuments;
import org.attestry.credential.verify.RemoteDocuments.NotFetched;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.json.JsonPointers;

/**
 * Finds the versions of templates that a schema names, before it is published, and tries each. A
 * template at a web address is fetched now, and stored as a version whose name is the address; it
 * is not fetched again.
 */
public record CheckCertificateTemplates(
    PgCertificateTemplates stored,
    TemplateVersions versions,
    RemoteDocuments remote,
    RenderedExamples examples) {

  private static final String FILE = "file:";
  private static final Pattern WEB = Pattern.compile("(?i)https?://");
  private static final Pattern HTTPS = Pattern.compile("(?i)https:");
  private static final String RULE = "template.address";
  private static final String BYTE_ORDER_MARK = "\uFEFF";
  private static final String INSTEAD =
      " Upload the template with POST /api/v1/templates, and name it as file:<name>.";
  private static final Set<FailureKind> OF_TEMPLATE =
      Set.of(FailureKind.INVALID, FailureKind.CONFLICT);

  /**
   * Returns the newest version of each template. Violations name those that are missing or cannot
   * be rendered. For callers who are not admins nothing is fetched or rendered.
   */
  public Future<CertificateTemplatesCheck> handle(
      CheckCertificateTemplatesRequest request, CallContext context) {
    Map<String, Violation> refused = new HashMap<>();
    Map<String, List<Violation>> warnings = new HashMap<>();
    Set<String> addresses = new HashSet<>(request.templates().values());
    addresses.removeIf(address -> address.startsWith(FILE));
    addresses.stream()
        .filter(address -> !WEB.matcher(address).lookingAt())
        .forEach(address -> refused.put(address, noAddress(address)));
    addresses.removeIf(address -> refused.containsKey(address) || !context.caller().admin());
    return AsyncLoop.each(addresses, address -> fetch(address, refused, context))
        .compose(fetched -> stored.reserve(names(request)))
        .compose(
            found ->
                tried(found, request, refused, warnings, context)
                    .map(
                        done ->
                            check(new TreeMap<>(request.templates()), found, refused, warnings)));
  }

  private Future<Void> tried(
      Map<String, CertificateTemplate> found,
      CheckCertificateTemplatesRequest request,
      Map<String, Violation> refused,
      Map<String, List<Violation>> warnings,
      CallContext context) {
    return context.caller().admin()
        ? examples.check(found.values(), request, refused, warnings, context)
        : Future.succeededFuture();
  }

  private static Violation noAddress(String written) {
    String name = TemplateRules.isName(written) ? written : "<name>";
    String message =
        "'%s' is neither an uploaded template nor an address: write file:%s, or an https address.";
    return new Violation("", RULE, message.formatted(shown(written), name));
  }

  private Future<Void> fetch(String address, Map<String, Violation> refused, CallContext context) {
    return remote
        .read(address, Duration.ZERO, context.deadline())
        .compose(
            document -> {
              String text = text(document.content());
              String mediaType = TemplateForm.ofText(text).mediaType();
              return versions.store(
                  new UploadCertificateTemplateRequest(address, mediaType, text),
                  context.deadline());
            })
        .<Void>mapEmpty()
        .recover(
            failed -> {
              Optional<String> reason = reason(address, failed);
              reason.ifPresent(said -> refused.put(address, new Violation("", RULE, said)));
              return reason.isPresent() ? Future.succeededFuture() : Future.failedFuture(failed);
            });
  }

  private static String text(byte[] document) {
    String text = new String(document, StandardCharsets.UTF_8);
    return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
  }

  /**
   * Returns what is wrong with the address or its document; empty for a failure of this service.
   */
  private static Optional<String> reason(String address, Throwable failed) {
    if (failed instanceof NotFetched not) {
      return Optional.of(
          (not.forbidden()
                  ? forbidden(address)
                  : "The template was not fetched (%s).".formatted(not.code()))
              + INSTEAD);
    }
    return failed instanceof FailureException known && OF_TEMPLATE.contains(known.failure().kind())
        ? Optional.of(known.failure().message())
        : Optional.empty();
  }

  private static String forbidden(String address) {
    return HTTPS.matcher(address).lookingAt()
        ? "No template is fetched from this address, because EGRESS_ALLOWED does not list its"
            + " origin."
        : "Templates are fetched from https addresses only.";
  }

  private static Set<String> names(CheckCertificateTemplatesRequest request) {
    Set<String> names = new HashSet<>();
    request.templates().values().forEach(address -> names.add(name(address)));
    return names;
  }

  private static CertificateTemplatesCheck check(
      Map<String, String> templates,
      Map<String, CertificateTemplate> found,
      Map<String, Violation> refused,
      Map<String, List<Violation>> warnings) {
    Map<String, String> pinned = new HashMap<>();
    List<Violation> violations = new ArrayList<>();
    List<Violation> warned = new ArrayList<>();
    templates.forEach(
        (key, address) -> {
          CertificateTemplate template = found.get(name(address));
          Violation refusal = refused.get(name(address));
          if (template != null && refusal == null) {
            pinned.put(key, PinnedTemplate.of(template).text());
            String pointer = "/" + JsonPointers.escape(key);
            for (Violation one : warnings.getOrDefault(template.name(), List.of())) {
              warned.add(new Violation(pointer, one.rule(), one.message()));
            }
          } else {
            violations.add(refusal(key, address, refusal));
          }
        });
    return new CertificateTemplatesCheck(pinned, violations, warned);
  }

  private static Violation refusal(String key, String address, Violation refused) {
    String pointer = "/" + JsonPointers.escape(key);
    return refused != null
        ? new Violation(pointer, refused.rule(), refused.message())
        : new Violation(
            pointer,
            "template.unknown",
            "There is no certificate template '%s': add it with POST /api/v1/templates."
                .formatted(shown(name(address))));
  }

  private static String shown(String name) {
    return name.length() <= 63 ? name : name.substring(0, 63) + "…";
  }

  /** Returns the name of an uploaded template, or the address of a fetched one. */
  private static String name(String address) {
    return address.startsWith(FILE) ? address.substring(FILE.length()) : address;
  }
}
