package org.attestry.adopt.files;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.attestry.runtime.identifier.Sha256;

/** Signs GET requests to an S3 server (AWS Signature Version 4). */
record Signature(String accessKey, String secretKey, String region) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final String EMPTY_HASH =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  private static final int DATE = 8;

  /**
   * Returns the headers of a signed request.
   *
   * @param query the query of the address with its parameters in order, or an empty text
   */
  Map<String, String> headers(URI address, String query, Instant now) {
    String time = TIME.format(now);
    String date = time.substring(0, DATE);
    Map<String, String> headers = new TreeMap<>();
    headers.put("host", address.getAuthority());
    headers.put("x-amz-content-sha256", EMPTY_HASH);
    headers.put("x-amz-date", time);
    StringBuilder lines = new StringBuilder();
    headers.forEach((name, value) -> lines.append(name).append(':').append(value).append('\n'));
    String names = String.join(";", headers.keySet());
    String request =
        String.join("\n", "GET", address.getRawPath(), query, lines, names, EMPTY_HASH);
    String scope = "%s/%s/s3/aws4_request".formatted(date, region);
    String text = String.join("\n", "AWS4-HMAC-SHA256", time, scope, Sha256.hex(request));
    String signature = HexFormat.of().formatHex(hmac(key(date), text));
    headers.remove("host");
    headers.put(
        "authorization",
        "AWS4-HMAC-SHA256 Credential=%s/%s, SignedHeaders=%s, Signature=%s"
            .formatted(accessKey, scope, names, signature));
    return headers;
  }

  private byte[] key(String date) {
    byte[] key = hmac(("AWS4" + secretKey).getBytes(StandardCharsets.UTF_8), date);
    return hmac(hmac(hmac(key, region), "s3"), "aws4_request");
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
