package org.attestry.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.gateway.serve.Problem;

/**
 * The media types that a request sends and accepts (RFC 9110 sections 8.3 and 12.5.1). They are
 * checked here and not by a route's {@code consumes} and {@code produces}, which would refuse a
 * request before its caller is authenticated and counted, and do not limit {@code Accept}.
 */
public final class MediaTypes {

  public static final String JSON = "application/json";

  /** Pages for people. */
  public static final String HTML = "text/html";

  /** One JSON value in each line. */
  public static final String NDJSON = "application/x-ndjson";

  /** A form as a browser sends it. */
  public static final String FORM = "application/x-www-form-urlencoded";

  /** RFC 4180, with a header. */
  public static final String CSV = "text/csv";

  /** A credential in W3C Verifiable Credentials Data Model form. */
  public static final String CREDENTIAL = "application/vc+ld+json";

  /** A credential in a JWT (W3C Securing Verifiable Credentials using JOSE and COSE). */
  public static final String CREDENTIAL_JWT = "application/vc+jwt";

  /** A credential as SD-JWT (SD-JWT VC). */
  public static final String CREDENTIAL_SD_JWT = "application/dc+sd-jwt";

  /** A JWT, signed or encrypted (RFC 7519). */
  public static final String JWT = "application/jwt";

  /** A Token Status List (draft-ietf-oauth-status-list). */
  public static final String TOKEN_STATUS_LIST = "application/statuslist+jwt";

  /** A credential in the form of W3C Verifiable Credentials Data Model 2.0. */
  public static final String VC = "application/vc";

  /** What clients of Sunbird RC send in {@code Accept} for JSON. */
  private static final String JSON_LD = "application/ld+json";

  /** The content coding of a body that is not encoded. */
  private static final String IDENTITY = "identity";

  private static final int MOST_RANGES = 100;
  private static final int EXACT = 3;
  private static final Pattern WEIGHT = Pattern.compile("; *[qQ] *= *([01](?:\\.\\d{0,3})?)");

  /**
   * The charset of CSV (RFC 4180, section 3); JSON has none. Which of the supported charsets it is
   * can be seen from the first bytes.
   */
  private static final Pattern CSV_CHARSET =
      Pattern.compile(
          "text/csv\\b.*;\\s*charset\\s*=\\s*\"?([^\";\\s]*).*", Pattern.CASE_INSENSITIVE);

  private static final List<String> CHARSETS = List.of("utf-8", "us-ascii", "utf-16");

  private MediaTypes() {}

  /**
   * @param described a Request Body or Response Object of OpenAPI
   */
  static List<String> of(JsonNode described) {
    List<String> types = new ArrayList<>();
    described.path("content").fieldNames().forEachRemaining(types::add);
    return List.copyOf(types);
  }

  /** The media types that all {@code Accept} fields of a request name; empty when it has none. */
  public static String accepted(HttpServerRequest request) {
    return String.join(",", request.headers().getAll(HttpHeaders.ACCEPT));
  }

  /**
   * @param contentType the request's header, or null
   * @throws FailureException of kind UNSUPPORTED when the endpoint accepts another type
   */
  public static void checkSent(Body body, String contentType) {
    List<String> taken = body.mediaTypes();
    boolean leftOut = body.optional() && contentType == null;
    if (!leftOut && !taken.isEmpty() && !taken.contains(essence(contentType))) {
      throw FailureException.of(
          FailureKind.UNSUPPORTED,
          "gateway.content-type",
          "Send the body with 'content-type: %s'.".formatted(String.join("' or '", taken)));
    }
    Matcher charset = CSV_CHARSET.matcher(contentType == null ? "" : contentType.strip());
    if (charset.matches() && !CHARSETS.contains(charset.group(1).toLowerCase(Locale.ROOT))) {
      throw FailureException.of(
          FailureKind.UNSUPPORTED,
          "gateway.content-type",
          "Send CSV in UTF-8, or in UTF-16 with a byte order mark.");
    }
  }

  /**
   * @throws FailureException of kind UNSUPPORTED when the body has a content coding (RFC 9110
   *     section 8.4); the response then names the accepted coding (section 12.5.3)
   */
  public static void checkCodings(Body body, HttpServerRequest request) {
    boolean coded =
        request.headers().getAll(HttpHeaders.CONTENT_ENCODING).stream()
            .flatMap(field -> Stream.of(field.split(",")))
            .map(String::strip)
            .anyMatch(coding -> !coding.isEmpty() && !coding.equalsIgnoreCase(IDENTITY));
    if (coded && !body.mediaTypes().isEmpty()) {
      request.response().putHeader(HttpHeaders.ACCEPT_ENCODING, IDENTITY);
      throw FailureException.of(
          FailureKind.UNSUPPORTED,
          "gateway.content-encoding",
          "Send the body as it is, without a content-encoding.");
    }
  }

  /**
   * @param accept the request's {@code Accept} header
   * @throws FailureException of kind NOT_ACCEPTABLE when the client accepts no form of the
   *     endpoint's reply
   */
  public static void checkAccepted(Endpoint endpoint, String accept) {
    if (accept.isEmpty() || accept.equals("*/*") || !endpoint.negotiated()) {
      return;
    }
    refuseTooMany(accept);
    for (String range : accept.split(",")) {
      String essence = essence(range);
      if (weight(range) > 0
          && endpoint.replies().stream().anyMatch(type -> covers(essence, type))) {
        return;
      }
    }
    throw FailureException.of(
        FailureKind.NOT_ACCEPTABLE,
        "gateway.accept",
        "This is answered as %s; accept it.".formatted(String.join(" or ", endpoint.replies())));
  }

  private static void refuseTooMany(String accept) {
    if (accept.chars().filter(c -> c == ',').count() >= MOST_RANGES) {
      throw FailureException.invalid(
          "gateway.accept",
          "",
          "limit",
          "Accept names more than %d media types; name fewer.".formatted(MOST_RANGES));
    }
  }

  /** Whether the client names the media type with at least the weight of JSON. */
  public static boolean wants(String accept, String mediaType) {
    double wanted = quality(accept, mediaType);
    return wanted > 0 && wanted >= quality(accept, JSON);
  }

  /**
   * The media types that the client accepts, the preferred ones first (RFC 9110 section 12.5.1).
   * Among types of equal weight, those that the client names precede those that match a range, and
   * other types precede JSON where the client names both; the rest keep their order.
   */
  static List<String> preferred(String accept, List<String> offered) {
    if (accept.isEmpty() || accept.equals("*/*")) {
      return offered;
    }
    if (offered.contains(accept)) {
      return List.of(accept);
    }
    record Ranked(String type, double weight, int precision, boolean json) {}
    return offered.stream()
        .map(
            type -> {
              String range = closest(accept, type);
              return new Ranked(
                  type, range == null ? 0 : weight(range), precision(range, type), is(JSON, type));
            })
        .filter(ranked -> ranked.weight > 0)
        .sorted(
            Comparator.comparing((Ranked ranked) -> -ranked.weight)
                .thenComparing(ranked -> -ranked.precision)
                .thenComparing(ranked -> ranked.json && ranked.precision == EXACT))
        .map(Ranked::type)
        .toList();
  }

  /** Returns the most specific range of {@code Accept} that matches a media type, or null. */
  private static String closest(String accept, String mediaType) {
    return ranges(accept)
        .filter(range -> precision(range, mediaType) > 0)
        .max(
            Comparator.comparing((String range) -> precision(range, mediaType))
                .thenComparing(MediaTypes::weight))
        .orElse(null);
  }

  private static int precision(String range, String mediaType) {
    String essence = essence(range);
    if (essence.equals(mediaType) || essence.equals(JSON_LD) && mediaType.equals(JSON)) {
      return EXACT;
    }
    if (coversMain(essence, mediaType)) {
      return 2;
    }
    return essence.equals("*/*") ? 1 : 0;
  }

  private static boolean coversMain(String range, String mediaType) {
    return range.endsWith("/*") && mediaType.startsWith(range.substring(0, range.length() - 1));
  }

  private static Stream<String> ranges(String accept) {
    return accept == null ? Stream.empty() : Arrays.stream(accept.split(",", MOST_RANGES + 1));
  }

  /** Returns the weight of a media type or coding that the client names; 0 if it is not named. */
  private static double quality(String accept, String named) {
    return ranges(accept)
        .filter(range -> essence(range).equals(named))
        .mapToDouble(MediaTypes::weight)
        .max()
        .orElse(0);
  }

  private static double weight(String range) {
    Matcher weight = WEIGHT.matcher(range);
    return weight.find() ? Double.parseDouble(weight.group(1)) : 1;
  }

  /** Whether the client accepts gzip; without the header it gets the plain bytes. */
  public static boolean wantsGzip(String acceptEncoding) {
    return quality(acceptEncoding, "gzip") > 0;
  }

  public static boolean wantsProblem(String accept) {
    return quality(accept, Problem.MEDIA_TYPE) > 0;
  }

  private static boolean covers(String range, String mediaType) {
    return range.isEmpty()
        || range.equals("*/*")
        || range.equals(mediaType)
        || range.equals("application/*")
        || coversMain(range, mediaType)
        || range.equals(JSON)
        || (range.equals(JSON_LD) && mediaType.endsWith("json"))
        || range.equals(Problem.MEDIA_TYPE);
  }

  /** Whether a header names the media type, whatever its parameters. */
  public static boolean is(String mediaType, String contentType) {
    return essence(contentType).equals(mediaType);
  }

  private static String essence(String header) {
    if (header == null) {
      return "";
    }
    int end = header.indexOf(';');
    return (end < 0 ? header : header.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }
}
