package org.attestry.credential.issue;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations.CheckTemplateRequest;
import org.attestry.contracts.credential.CredentialOperations.TemplateCheck;
import org.attestry.contracts.credential.CredentialOperations.TemplateRead;
import org.attestry.contracts.credential.SdJwtClaims;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.context.GeneratedContexts;
import org.attestry.credential.context.KnownContexts;
import org.attestry.credential.context.UnsignedFields;
import org.attestry.credential.draft.CredentialDraft;
import org.attestry.credential.draft.DisclosableClaims;
import org.attestry.credential.draft.ExampleEntity;
import org.attestry.credential.issuer.IssuerKeys;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.proof.GeneratedContext;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.proof.Proofs.Unsigned;
import org.attestry.credential.status.CredentialStatus;
import org.attestry.credential.status.StatusAddresses;
import org.attestry.credential.status.StatusPlace;
import org.attestry.credential.status.StatusPurpose;
import org.attestry.credential.template.CredentialTemplate;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.Projection;

/** Tries whether the templates of a schema can make credentials, before it is published. */
public record CheckTemplate(
    Proofs proofs,
    KnownContexts contexts,
    GeneratedContexts generated,
    CryptoWorkers compute,
    Issuers issuers,
    StatusAddresses addresses,
    IssuerKeys keys,
    Clock clock) {

  private static final int MOST_TRIES = 6;
  private static final String OPEN =
      "The schema allows texts here with which no credential is made, unless it gives the property"
          + " a format or pattern: ";
  private static final int MOST_NAMED = 3;
  private static final String OPTIONAL =
      "Make the values required; or make the placeholder the whole value of a member, which is left"
          + " out then; or write the template as a string, with {{#if path}} and {{/if}} around the"
          + " member.";
  private static final Instant FIRST_DATE = Instant.parse("2026-01-02T03:04:05Z");
  private static final UnaryOperator<String> IRI = number -> "urn:example:" + number + "x";
  private static final UnaryOperator<String> DATE =
      number -> FIRST_DATE.plusSeconds(Long.parseLong(number)).toString();

  /** Each rule, to the function that rewrites an open text so that it satisfies the rule. */
  private static final Map<String, UnaryOperator<String>> FORMS =
      Map.of(
          "date-time", DATE,
          "iri", IRI,
          "type.undefined", IRI,
          "datatype", IRI,
          "issuer", IRI,
          "sri", number -> "sha256-" + number,
          "multibase", number -> "u" + number);

  /**
   * Tries an example with all members that its schema allows, and one with those that it requires.
   * For admins, also stores the generated contexts.
   */
  public Future<TemplateCheck> handle(CheckTemplateRequest request, CallContext context) {
    Deadline deadline = context.deadline();
    Set<GeneratedContext> needed = new LinkedHashSet<>();
    boolean admin = context.caller().admin();
    return compute
        .run(deadline, () -> Json.parse(request.credentialTemplate()))
        .compose(template -> contexts.namedByTemplate(template, admin))
        .compose(
            known ->
                compute.run(
                    deadline,
                    () -> {
                      Attempts attempts =
                          new Attempts(request, known, needed, new LinkedHashSet<>(), deadline);
                      return check(attempts);
                    }))
        .compose(this::withKey)
        .compose(
            check ->
                check.violations().isEmpty() && admin
                    ? AsyncLoop.each(needed, generated::store).map(check)
                    : Future.succeededFuture(check));
  }

  /**
   * The data of all attempts with one template.
   *
   * @param known the contexts that the template names beside the bundled ones, by address
   * @param needed gets the contexts that are generated
   * @param forms receives a warning for each text that the schema allows in any form but a
   *     credential does not
   */
  private record Attempts(
      CheckTemplateRequest request,
      Map<String, JsonNode> known,
      Set<GeneratedContext> needed,
      Set<Violation> forms,
      Deadline deadline) {}

  /**
   * @param unsigned the example; null if it was refused
   */
  private record Tried(TemplateCheck check, Unsigned unsigned) {}

  /** Checks that the issuer of the example can sign with a key of the suite's type. */
  private Future<TemplateCheck> withKey(Tried tried) {
    if (tried.unsigned() == null) {
      return Future.succeededFuture(tried.check());
    }
    Unsigned unsigned = tried.unsigned();
    return keys.requireKey(unsigned.terms().issuer(), unsigned.suite().keyType())
        .map(tried.check())
        .recover(
            cause ->
                FailureException.isOf(cause, FailureKind.INVALID)
                    ? Future.succeededFuture(
                        new TemplateCheck(violationsOf((FailureException) cause)))
                    : Future.failedFuture(cause));
  }

  private Tried check(Attempts attempts) {
    Trial whole = check(attempts, true);
    if (!whole.violations().isEmpty()) {
      return new Tried(new TemplateCheck(whole.violations()), null);
    }
    JsonNode template = Json.parse(attempts.request().credentialTemplate());
    List<TemplateRead> reads =
        CredentialTemplate.of(template).reads(CallBudget.until(attempts.deadline()));
    List<Violation> found =
        check(attempts, false).violations().stream()
            .map(violation -> withoutOptional(violation, reads))
            .toList();
    if (!found.isEmpty()) {
      return new Tried(new TemplateCheck(found), null);
    }
    List<Violation> warnings = new ArrayList<>(attempts.forms());
    issuers.warning(whole.unsigned().terms().issuer()).ifPresent(warnings::add);
    if (template.isTextual()) {
      warnings.addAll(claims(whole.filled()));
    }
    return new Tried(new TemplateCheck(found, reads, warnings), whole.unsigned());
  }

  /** Adds which values the failed example lacks, and how a template can allow for that. */
  private static Violation withoutOptional(Violation violation, List<TemplateRead> reads) {
    List<String> read =
        reads.stream()
            .filter(one -> one.pointer().equals(violation.pointer()) && !one.pointer().isEmpty())
            .map(TemplateRead::written)
            .distinct()
            .limit(MOST_NAMED)
            .toList();
    String lacking = read.isEmpty() ? "the optional values" : "'%s'".formatted(join(read));
    return new Violation(
        violation.pointer(),
        violation.rule(),
        "%s The example without %s failed. %s".formatted(violation.message(), lacking, OPTIONAL));
  }

  private static String join(List<String> paths) {
    return String.join("', '", paths);
  }

  /**
   * Returns violations for members of the subject with which a credential cannot be read as SD-JWT.
   */
  private static List<Violation> claims(ObjectNode filled) {
    return filled.path("credentialSubject").properties().stream()
        .map(Map.Entry::getKey)
        .filter(SdJwtClaims.OF_THE_CREDENTIAL::contains)
        .map(
            name ->
                new Violation("/credentialSubject/" + name, "reserved", SdJwtClaims.warning(name)))
        .toList();
  }

  private Trial check(Attempts attempts, boolean optional) {
    Map<Integer, String> open = new HashMap<>();
    for (int tries = 1; ; tries++) {
      Trial trial = trial(attempts, optional, open);
      boolean changed = changeForms(trial, open, attempts.forms());
      if (!changed && trial.unsigned() != null && trial.unsigned().context() != null) {
        attempts.needed().add(trial.unsigned().context());
      }
      if (!changed || tries == MOST_TRIES) {
        return trial;
      }
    }
  }

  /**
   * One attempt to make a credential from an example.
   *
   * @param filled the template, or null if it could not be filled
   * @param unsigned the credential, or null if it was refused
   */
  private record Trial(ObjectNode filled, Unsigned unsigned, List<Violation> violations) {}

  private Trial trial(Attempts attempts, boolean optional, Map<Integer, String> open) {
    CheckTemplateRequest request = attempts.request();
    ObjectNode filled = null;
    try {
      Budget budget = CallBudget.until(attempts.deadline());
      CredentialTemplate.Filled naming =
          filled(request, example(request, optional, open, budget), budget);
      filled = naming.document();
      boolean listed = CredentialStatus.isOurs(filled);
      CredentialStatus.removeNone(filled);
      orderDates(filled, Json.parse(request.credentialTemplate()));
      DisclosableClaims.takeFrom(filled, optional ? filled.path("credentialSubject") : null);
      CredentialDraft draft =
          CredentialDraft.withId(filled, issuers, clock.instant())
              .storable(proofs)
              .bringing(naming.brought());
      Unsigned unsigned =
          (listed ? draft.withStatus(EXAMPLE, addresses) : draft)
              .read(proofs, attempts.known(), issuers, budget);
      int ours = listed ? StatusPurpose.values().length : 0;
      List<Violation> found =
          unsigned.terms().statuses().size() > ours ? List.of(STATUS) : List.of();
      return new Trial(filled, unsigned, found);
    } catch (FailureException e) {
      if (e.failure().kind() != FailureKind.INVALID) {
        throw e;
      }
      return new Trial(filled, null, violationsOf(e));
    }
  }

  /**
   * Puts the dates of an example in order. They are generated independently, so their order says
   * nothing of the data.
   */
  private static void orderDates(ObjectNode filled, JsonNode template) {
    Instant from = CredentialDraft.instant(filled.path("validFrom").asText());
    Instant until = CredentialDraft.instant(filled.path("validUntil").asText());
    boolean given =
        Stream.of("validFrom", "validUntil")
            .allMatch(date -> filled.path(date).equals(template.path(date)));
    if (from != null && until != null && until.isBefore(from) && !given) {
      filled.set("validUntil", filled.get("validFrom"));
    }
  }

  /** Returns the data of an example: an entity, or the attested values. */
  private static ObjectNode example(
      CheckTemplateRequest request, boolean optional, Map<Integer, String> open, Budget budget) {
    JsonNode definition = Json.parse(request.definition());
    ObjectNode entity = ExampleEntity.of(definition, optional, open, budget);
    return request.attestationProperties() == null
        ? entity.put("osid", "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed")
        : ExampleEntity.attested(entity, request.attestationProperties());
  }

  /** Returns the template, filled with the fields that a credential may contain. */
  private static CredentialTemplate.Filled filled(
      CheckTemplateRequest request, ObjectNode data, Budget budget) {
    CredentialTemplate template = CredentialTemplate.of(Json.parse(request.credentialTemplate()));
    CredentialTemplate.Filled whole = template.fillStored(data, budget);
    if (request.signedFields().isEmpty()) {
      return whole;
    }
    CredentialTemplate.Filled limited =
        template.fillStored(new Projection(request.signedFields()).of(data), budget);
    UnsignedFields.refuse(whole, limited);
    return limited;
  }

  /** Rewrites the open texts of violations, and returns whether one has changed. */
  private static boolean changeForms(
      Trial trial, Map<Integer, String> open, Set<Violation> warnings) {
    boolean changed = false;
    for (Violation one : trial.violations()) {
      UnaryOperator<String> form = FORMS.get(one.rule());
      if (form != null && trial.filled() != null && !one.pointer().isEmpty()) {
        for (String text : textsAt(trial.filled(), one.pointer())) {
          if (ExampleEntity.change(open, text, form)) {
            warnings.add(new Violation(one.pointer(), one.rule(), OPEN + one.message()));
            changed = true;
          }
        }
      }
    }
    return changed;
  }

  private static List<String> textsAt(ObjectNode filled, String pointer) {
    JsonPointer place = JsonPointer.compile(pointer);
    JsonNode node = filled.at(place);
    while (node.isMissingNode() && !place.matches()) {
      place = place.head();
      node = filled.at(place);
    }
    List<String> texts = new ArrayList<>();
    collect(node, texts);
    return texts;
  }

  private static final Violation STATUS =
      new Violation(
          "/credentialStatus",
          "status",
          "What a status leads to is not read here, so that these credentials would never verify:"
              + " leave it out for an entry in our own lists, or write false for none.");
  private static final StatusPlace EXAMPLE = new StatusPlace("urn:example:issuer", 1, 0);

  private static void collect(JsonNode node, List<String> texts) {
    if (node.isTextual()) {
      texts.add(node.textValue());
    }
    for (JsonNode inner : node) {
      collect(inner, texts);
    }
  }

  private static List<Violation> violationsOf(FailureException e) {
    List<Violation> violations = e.failure().violations();
    return violations.isEmpty()
        ? List.of(new Violation("", "template", e.failure().message()))
        : violations;
  }
}
