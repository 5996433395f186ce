package org.attestry.schema;

import static org.attestry.testkit.Futures.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.attestry.contracts.Done;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CertificateOperations;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplatesCheck;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.CheckTemplateRequest;
import org.attestry.contracts.credential.CredentialOperations.TemplateCheck;
import org.attestry.contracts.credential.CredentialOperations.TemplateRead;
import org.attestry.contracts.credential.IssuerOperations;
import org.attestry.runtime.bus.BusServer;

/** Credential-service's end of the bus, as schema-service meets it. */
final class CredentialPeer {

  /** A template with this text in it cannot be signed. */
  static final String UNSIGNABLE = "unsignable";

  /** A template with this text in it is warned of. */
  static final String DOUBTFUL = "doubtful";

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{(\\w+)}}");

  private final List<CheckTemplateRequest> checked = new CopyOnWriteArrayList<>();
  private final List<JsonBytes> registered = new CopyOnWriteArrayList<>();
  private final Map<String, String> newest = new ConcurrentHashMap<>();

  void appear(Vertx vertx) {
    BusServer server = new BusServer(vertx, new SimpleMeterRegistry());
    server.bind(
        CredentialOperations.CHECK_TEMPLATE,
        (request, context) -> {
          checked.add(request);
          boolean signable = !request.credentialTemplate().text().contains(UNSIGNABLE);
          Violation violation = new Violation("/type", "type", "It is no credential.");
          return Future.succeededFuture(
              signable
                  ? new TemplateCheck(
                      List.of(),
                      reads(request.credentialTemplate()),
                      warnings(request.credentialTemplate()))
                  : new TemplateCheck(List.of(violation)));
        });
    server.bind(
        IssuerOperations.REGISTER_ISSUERS,
        (request, context) -> {
          registered.addAll(request.credentialTemplates());
          return Future.succeededFuture(Done.DONE);
        });
    server.bind(
        CertificateOperations.CHECK_CERTIFICATE_TEMPLATES,
        (request, context) -> Future.succeededFuture(certificates(request.templates())));
    await(server.open());
  }

  private static List<Violation> warnings(JsonBytes template) {
    return template.text().contains(DOUBTFUL)
        ? List.of(new Violation("/credentialSubject", "reserved", "It is doubtful."))
        : List.of();
  }

  /** Its placeholders that are names. */
  private static List<TemplateRead> reads(JsonBytes template) {
    return PLACEHOLDER
        .matcher(template.text())
        .results()
        .map(found -> new TemplateRead("/name", found.group(1), List.of(found.group(1))))
        .toList();
  }

  /** Where it exists, templates have paths that lead to no value. */
  static final String MISSPELT = "file:misspelt";

  /** The templates whose issuers were registered. */
  List<JsonBytes> registered() {
    return registered;
  }

  /** Which version of each template there is now; a template without one is missing. */
  Map<String, String> newest() {
    return newest;
  }

  private CertificateTemplatesCheck certificates(Map<String, String> templates) {
    Map<String, String> versions = new HashMap<>();
    List<Violation> violations = new ArrayList<>();
    templates.forEach(
        (key, address) -> {
          if (newest.containsKey(address)) {
            versions.put(key, newest.get(address));
          } else {
            violations.add(new Violation("/" + key, "template.unknown", "Add it."));
          }
        });
    List<Violation> warnings = new ArrayList<>();
    for (String key : versions.keySet()) {
      warnings.add(new Violation("/" + key, "no-such-value", "There is no qrCode."));
      warnings.add(new Violation("/" + key, "no-such-field", "There is no nmae."));
    }
    return new CertificateTemplatesCheck(
        versions, violations, newest.containsKey(MISSPELT) ? warnings : List.of());
  }

  List<CheckTemplateRequest> checked() {
    return checked;
  }
}
