package org.attestry.claims.note;

import io.vertx.core.Future;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.claims.claim.Claim;
import org.attestry.contracts.CallContext;

/**
 * Checks the documents that a note refers to: they must be documents of the claim's entity that the
 * caller may read.
 */
record NoteDocuments(BusEntityFiles files) {

  private static final int MOST = 20;
  private static final Pattern PROPERTY_AND_ID =
      Pattern.compile("((?:[^/%]|%[0-9a-fA-F]{2}){1,765})/documents/([0-9a-fA-F-]{36})");

  /** The location of a document within the claim's entity. */
  private record Place(String property, String id) {

    static Place of(Claim claim, String location) {
      String entity = entity(claim);
      Matcher parts =
          PROPERTY_AND_ID.matcher(
              location.startsWith(entity) ? location.substring(entity.length()) : "");
      return parts.matches()
          ? new Place(decoded(parts.group(1)), parts.group(2).toLowerCase(Locale.ROOT))
          : null;
    }

    /** Decodes a path segment, which the upload has percent-encoded. */
    private static String decoded(String segment) {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
  }

  /** Fails INVALID if a location is not in the claim's entity. */
  static void requireLocations(Claim claim, List<String> documents) {
    if (documents.size() > MOST) {
      String message = "A note names up to %d documents.".formatted(MOST);
      throw AddClaimNote.invalid("/documents", "maxItems", message);
    }
    for (int i = 0; i < documents.size(); i++) {
      if (Place.of(claim, documents.get(i)) == null) {
        throw AddClaimNote.invalid(
            "/documents/" + i,
            "pattern",
            "A document is named as its upload replied it, and belongs to the claim's entity: "
                + entity(claim)
                + "{property}/documents/{documentId}.");
      }
    }
  }

  /** Fails INVALID if file-service does not list a document for the caller. */
  Future<Void> requireStored(Claim claim, List<String> documents, CallContext context) {
    List<Place> places = documents.stream().map(location -> Place.of(claim, location)).toList();
    Map<String, Future<Set<String>>> shown = new HashMap<>();
    for (Place place : places) {
      shown.computeIfAbsent(
          place.property(),
          property -> files.documents(claim.entity(), claim.entityId(), property, context));
    }
    return Future.all(List.copyOf(shown.values()))
        .map(
            all -> {
              for (int i = 0; i < places.size(); i++) {
                Place place = places.get(i);
                if (!shown.get(place.property()).result().contains(place.id())) {
                  throw missing(i, documents.get(i));
                }
              }
              return null;
            });
  }

  private static RuntimeException missing(int index, String location) {
    return AddClaimNote.invalid(
        "/documents/" + index,
        "reference",
        "There is no document %s that you may read; upload it before you name it."
            .formatted(location));
  }

  private static String entity(Claim claim) {
    return claim.entity() + "/" + claim.entityId() + "/";
  }
}
