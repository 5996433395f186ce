package org.attestry.adopt.files;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.attestry.adopt.report.AdoptFailure;

/** The bucket of the former system: lists and reads its files, page by page. */
public final class Bucket {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final int OK = 200;
  private static final Set<String> MEMBERS = Set.of("Key", "LastModified", "Size");

  private final String endpoint;
  private final String bucket;
  private final Signature signature;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

  public Bucket(String endpoint, String bucket, String accessKey, String secretKey, String region) {
    this.endpoint = endpoint.replaceFirst("/$", "");
    this.bucket = bucket;
    this.signature = new Signature(accessKey, secretKey, region);
  }

  /**
   * Lists the next files, in the order of their keys.
   *
   * @param after the last key of the page before; empty for the first page
   */
  public Page page(String after) {
    String query = "list-type=2" + (after.isEmpty() ? "" : "&start-after=" + encoded(after));
    HttpResponse<InputStream> response = get("/" + encoded(bucket), query);
    try (InputStream body = response.body()) {
      return Listing.read(body);
    } catch (IOException | XMLStreamException e) {
      throw new AdoptFailure("The bucket's listing cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * A part of the listing.
   *
   * @param others keys that are not those of an entity's file
   * @param last the last key; empty if there is none
   */
  public record Page(List<StoredFile> files, List<String> others, String last) {}

  /** Writes a file's bytes to a path, and returns its content type. */
  public String download(StoredFile file, Path to) {
    HttpResponse<InputStream> response = get(path(file.key()), "");
    try (InputStream body = response.body()) {
      Files.copy(body, to, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new AdoptFailure(
          "The file %s cannot be read: %s".formatted(file.key(), e.getMessage()), e);
    }
    return response.headers().firstValue("content-type").orElse("application/octet-stream");
  }

  /** Returns the text of an object; empty if there is none. */
  public Optional<String> text(String key) {
    try (InputStream body = get(path(key), "").body()) {
      return Optional.of(new String(body.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException | AdoptFailure e) {
      return Optional.empty();
    }
  }

  private String path(String key) {
    String encoded =
        Arrays.stream(key.split("/", -1)).map(Bucket::encoded).collect(Collectors.joining("/"));
    return "/" + encoded(bucket) + (encoded.startsWith("/") ? "" : "/") + encoded;
  }

  private HttpResponse<InputStream> get(String path, String query) {
    URI address = URI.create(endpoint + path + (query.isEmpty() ? "" : "?" + query));
    HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(TIMEOUT);
    Map<String, String> headers = signature.headers(address, query, Instant.now());
    headers.forEach(request::header);
    try {
      HttpResponse<InputStream> response = http.send(request.build(), BodyHandlers.ofInputStream());
      if (response.statusCode() != OK) {
        response.body().close();
        throw new AdoptFailure(
            "The object store replied %d to %s.".formatted(response.statusCode(), path));
      }
      return response;
    } catch (IOException e) {
      throw new AdoptFailure("The object store is unavailable: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AdoptFailure("Interrupted.", e);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~");
  }

  /** Reads one page of a listing (ListObjectsV2). */
  private static final class Listing {

    private static Page read(InputStream body) throws XMLStreamException {
      XMLInputFactory factory = XMLInputFactory.newFactory();
      factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
      XMLStreamReader xml = factory.createXMLStreamReader(body);
      List<StoredFile> files = new ArrayList<>();
      List<String> others = new ArrayList<>();
      Map<String, String> object = new HashMap<>();
      String last = "";
      while (xml.hasNext()) {
        int event = xml.next();
        if (event == XMLStreamReader.START_ELEMENT && MEMBERS.contains(xml.getLocalName())) {
          object.put(xml.getLocalName(), xml.getElementText());
        } else if (event == XMLStreamReader.END_ELEMENT && xml.getLocalName().equals("Contents")) {
          last = object.get("Key");
          String key = last;
          StoredFile.of(key, object.get("LastModified"), Long.parseLong(object.get("Size")))
              .ifPresentOrElse(files::add, () -> others.add(key));
        }
      }
      return new Page(files, others, last);
    }
  }
}
