package org.attestry.gateway.page;

import static org.attestry.contracts.credential.CredentialOperations.VERIFY_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_ISSUED;
import static org.attestry.contracts.registry.EntityOperations.READ_ENTITY;
import static org.attestry.contracts.schema.SchemaOperations.READ_TYPE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.vertx.core.Future;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.IssuedVerification;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerifyIssuedRequest;
import org.attestry.contracts.registry.EntityOperations.EntityView;
import org.attestry.contracts.registry.EntityOperations.ReadEntityRequest;
import org.attestry.contracts.schema.SchemaOperations.ReadTypeRequest;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.Reply;
import org.attestry.gateway.page.VerificationPage.Result;
import org.attestry.gateway.page.VerificationPage.ShownFacts;
import org.attestry.gateway.page.VerificationPage.Source;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.SchemaTitles;
import org.attestry.runtime.json.ValidityEnd;

/**
 * The verification page. For a credential found by its id it shows public data only. For a
 * submitted credential it shows the content that the visitor submitted.
 */
public final class VerifyRoutes {

  private static final int LONGEST_LINK = 2_000;
  private static final Pattern NUMBER =
      Pattern.compile("(?:urn:uuid:)?[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private static final String ATTESTED_DATA = "_osAttestedData";

  private final Pattern link;
  private final int mostCharacters;
  private final PageFiles files = new PageFiles();
  private final Workers pictures;

  /**
   * @param publicUrls the address at which clients reach the page, and its former ones
   * @param bodyLimit the most bytes of a request body
   * @param pictures the threads that read QR codes
   */
  public VerifyRoutes(List<URI> publicUrls, int bodyLimit, Workers pictures) {
    this.pictures = pictures;
    String bases =
        publicUrls.stream()
            .map(url -> Pattern.quote(url.toString().replaceFirst("/+$", "")))
            .collect(Collectors.joining("|"));
    this.link =
        Pattern.compile("(?i:%s)/verify/([^\\s/?#]{1,1000})/?(?:[?#]\\S*)?".formatted(bases));
    this.mostCharacters = bodyLimit - "credential=".length();
  }

  /** Adds the handlers of the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put(
        "verifyCredentialForm", call -> Future.succeededFuture(page(call, "").form(200, null)));
    handlers.put("verifyCredentialAsPage", this::handedIn);
    handlers.put("readQrCode", this::qrCode);
    handlers.put("verifyIssuedAsPage", call -> byId(call, call.path("credentialId"), "../"));
    handlers.put(
        "verifyCredentialPageFile",
        call -> Future.succeededFuture(Reply.cacheable(files.find(call.path("file")))));
  }

  /** Nothing of the picture is kept. */
  private Future<Reply> qrCode(Call call) {
    return pictures
        .run(call.context().deadline(), () -> QrCodes.read(picture(call.body())))
        .map(text -> Reply.result(new QrCode(text.orElse(null))));
  }

  private static GreyPicture picture(JsonBytes sent) {
    JsonNode photo = Json.read(sent);
    JsonNode width = photo.get("width");
    int columns = width.canConvertToInt() ? width.intValue() : 0;
    return GreyPicture.of(columns, photo.get("pixels").textValue());
  }

  private VerificationPage page(Call call, String home) {
    Texts texts = Texts.of(call.query("lang"), call.header("accept-language"));
    return new VerificationPage(texts, home, mostCharacters, PageHeaders.nonce());
  }

  private Future<Reply> handedIn(Call call) {
    String sent = call.body(HandedIn.class).text();
    VerificationPage page = page(call, "");
    if (sent.isEmpty()) {
      return call.readsJson()
          ? Future.failedFuture(noCredential())
          : Future.succeededFuture(page.form(400, "form.empty"));
    }
    if (CompactCredential.isOne(sent)) {
      return CompactCredential.read(sent)
          .map(credential -> verified(call, page, credential))
          .orElseGet(() -> failed(noCredential(), call, page, null));
    }
    Optional<String> id = linked(sent);
    if (id.isPresent()) {
      return byId(call, id.get(), "");
    }
    return verified(call, page, sent);
  }

  private Future<Reply> verified(Call call, VerificationPage page, String sent) {
    JsonBytes credential = document(sent).isPresent() ? JsonBytes.of(sent) : Json.write(sent);
    return call.request(VERIFY_CREDENTIAL, new VerifyCredentialRequest(credential))
        .compose(
            verification -> {
              if (Verdict.of(verification) == Verdict.UNREADABLE) {
                throw noCredential();
              }
              Result result = ofDocument(verification);
              return verification.entityType() == null
                  ? Future.succeededFuture(result)
                  : titled(result, verification.entityType(), call);
            })
        .map(result -> page.result(200, result, Instant.now()))
        .recover(failure -> failed(failure, call, page, null));
  }

  private Future<Reply> byId(Call call, String id, String home) {
    VerificationPage page = page(call, home);
    return call.request(VERIFY_ISSUED, new VerifyIssuedRequest(id))
        .compose(
            issued ->
                publicView(issued, call)
                    .map(values -> ofIssued(issued, values))
                    .compose(result -> titled(result, issued.entityType(), call)))
        .map(result -> page.result(200, result, Instant.now()))
        .recover(failure -> failed(failure, call, page, id));
  }

  /** Adds the titles of the type. */
  private static Future<Result> titled(Result result, String type, Call call) {
    String chosen = call.query("lang");
    String languages = chosen == null ? call.header("accept-language") : chosen;
    return call.requestAsNobody(READ_TYPE, new ReadTypeRequest(type))
        .map(read -> SchemaTitles.of(Json.read(read.definition()), languages))
        .map(result::with)
        .otherwise(result);
  }

  /** Reads the entity's public view; empty if there is none. */
  private static Future<Optional<EntityView>> publicView(IssuedVerification issued, Call call) {
    var request = new ReadEntityRequest(issued.entityType(), issued.entityId());
    return call.requestAsNobody(READ_ENTITY, request).map(Optional::of).otherwise(Optional.empty());
  }

  /**
   * The entity's values are those that were signed only while it has the content, and the version,
   * of which this credential is.
   */
  private static Result ofIssued(IssuedVerification issued, Optional<EntityView> view) {
    List<String> types = issued.types().isEmpty() ? List.of(issued.entityType()) : issued.types();
    ShownFacts facts =
        new ShownFacts(
            issued.issuer(),
            null,
            types,
            issued.issuedAt().toString(),
            issued.validUntil(),
            issued.credentialId());
    List<Check> checks = issued.verification().checks();
    Verdict verdict = Verdict.of(issued.verification());
    JsonNode values =
        view.<JsonNode>map(one -> Json.read(one.entity())).orElse(MissingNode.getInstance());
    Optional<JsonNode> attested = attested(values, issued.credentialId());
    if (attested.isPresent()) {
      return new Result(
          verdict, checks, facts, Source.CREDENTIAL, attested.get(), SchemaTitles.NONE);
    }
    Long version = issued.entityVersion();
    boolean signed = view.filter(one -> Long.valueOf(one.version()).equals(version)).isPresent();
    boolean changed = !signed && version != null && view.isPresent() && verdict == Verdict.VALID;
    return new Result(
        changed ? Verdict.CHANGED : verdict,
        checks,
        facts,
        Source.REGISTER,
        signed ? values : MissingNode.getInstance(),
        SchemaTitles.NONE);
  }

  /** Returns the subject of an attestation's credential, if the public view shows it. */
  private static Optional<JsonNode> attested(JsonNode entity, String id) {
    return entity.properties().stream()
        .flatMap(
            member ->
                member.getKey().startsWith(ATTESTED_DATA)
                    ? Stream.of(member.getValue())
                    : StreamSupport.stream(member.getValue().spliterator(), false)
                        .map(record -> record.path(ATTESTED_DATA)))
        .filter(credential -> credential.isTextual() && credential.textValue().contains(id))
        .flatMap(credential -> document(credential.textValue()).stream())
        .filter(credential -> credential.path("id").asText().equals(id))
        .map(credential -> credential.path("credentialSubject"))
        .findFirst();
  }

  /** Shows the document that was verified, and nothing that was sent beside or around it. */
  private static Result ofDocument(VerificationView verification) {
    Verdict verdict = Verdict.of(verification);
    List<Check> checks = verification.checks();
    Result result = Result.of(verdict, checks, null);
    if (verification.document() == null) {
      return result;
    }
    JsonNode credential = Json.read(verification.document());
    Source source = result.isConfirmed() ? Source.CREDENTIAL : Source.CLAIMED;
    JsonNode subject = credential.path("credentialSubject");
    return new Result(verdict, checks, facts(credential), source, subject, SchemaTitles.NONE);
  }

  /**
   * Reads the members by their JSON names, which are those of the data model in every credential
   * that verifies.
   */
  private static ShownFacts facts(JsonNode credential) {
    JsonNode issuer = credential.path("issuer");
    return new ShownFacts(
        text(issuer.isObject() ? issuer.path("id") : issuer),
        text(issuer.path("name")),
        types(credential.path(credential.has("type") ? "type" : "@type")),
        text(first(credential, "validFrom", "issuanceDate")),
        ValidityEnd.of(credential).filter(end -> !end.isBlank()).orElse(null),
        text(credential.path(credential.has("id") ? "id" : "@id")));
  }

  private static JsonNode first(JsonNode credential, String one, String other) {
    return credential.has(one) ? credential.get(one) : credential.path(other);
  }

  private static String text(JsonNode value) {
    return value.isTextual() && !value.textValue().isBlank() ? value.textValue() : null;
  }

  private static List<String> types(JsonNode type) {
    List<String> types = new ArrayList<>();
    for (JsonNode each : type.isArray() ? type : List.of(type)) {
      if (each.isTextual() && !each.textValue().equals("VerifiableCredential")) {
        types.add(each.textValue());
      }
    }
    return types;
  }

  /** Returns a credential's id if the text is only the id or a link to its verification page. */
  private Optional<String> linked(String text) {
    if (text.length() > LONGEST_LINK) {
      return Optional.empty();
    }
    if (NUMBER.matcher(text).matches()) {
      return Optional.of(text);
    }
    Matcher ours = link.matcher(text);
    try {
      return ours.matches()
          ? Optional.of(URLDecoder.decode(ours.group(1), StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  private static Optional<JsonNode> document(String text) {
    try {
      return Optional.of(Json.parse(JsonBytes.of(text)));
    } catch (FailureException notJson) {
      return Optional.empty();
    }
  }

  private static FailureException noCredential() {
    return FailureException.invalid(
        "gateway.body.invalid",
        "/credential",
        "credential",
        "This is no credential: send a signed one, its id, a link to this page with its id, or"
            + " the text of its QR code.");
  }

  /** Returns a page for the failures that a visitor can understand, and passes on all others. */
  private static Future<Reply> failed(
      Throwable failure, Call call, VerificationPage page, String id) {
    if (!(failure instanceof FailureException known) || call.readsJson()) {
      return Future.failedFuture(failure);
    }
    ShownFacts facts = id == null ? null : new ShownFacts(null, null, List.of(), null, null, id);
    return switch (known.failure().kind()) {
      case NOT_FOUND -> failed(404, Verdict.UNKNOWN, facts, page);
      case INVALID -> failed(400, Verdict.UNREADABLE, null, page);
      case CONFLICT -> failed(409, Verdict.UNCONFIRMED, facts, page);
      case UNAVAILABLE, TIMEOUT ->
          failed(503, Verdict.UNAVAILABLE, null, page).map(reply -> reply.with("retry-after", "1"));
      default -> Future.failedFuture(failure);
    };
  }

  private static Future<Reply> failed(
      int status, Verdict verdict, ShownFacts facts, VerificationPage page) {
    Result result = Result.of(verdict, List.of(), facts);
    return Future.succeededFuture(page.result(status, result, Instant.now()));
  }

  /**
   * @param text null if no code was found
   */
  record QrCode(String text) {}

  /** The form's fields. */
  record HandedIn(String credential) {

    String text() {
      String text = credential == null ? "" : credential.strip();
      return text.startsWith("\ufeff") ? text.substring(1).strip() : text;
    }
  }
}
