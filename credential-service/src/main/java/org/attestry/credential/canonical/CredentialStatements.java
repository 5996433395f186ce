package org.attestry.credential.canonical;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.credential.canonical.RdfStatements.Statement;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.credential.status.ListContent;
import org.attestry.credential.status.ListDialect;
import org.attestry.credential.status.StatusEntry;

/**
 * The statements of a document about the types, issuer, dates, subjects and status of credentials.
 */
public final class CredentialStatements {

  private static final String TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
  private static final Set<String> STARTS =
      Set.of(SignedTerms.ISSUANCE_DATE, SignedTerms.VALID_FROM);
  private static final Set<String> ENDS =
      Set.of(SignedTerms.EXPIRATION_DATE, SignedTerms.VALID_UNTIL);
  private static final Set<String> OTHERS =
      Set.of(
          TYPE,
          SignedTerms.ISSUER,
          SignedTerms.SUBJECT,
          SignedTerms.STATUS,
          StatusEntry.PURPOSE,
          StatusEntry.LIST,
          StatusEntry.INDEX,
          StatusEntry.SIZE,
          StatusEntry.ENCODED,
          StatusEntry.TTL);

  /** Terms of older data models, to the newer terms of the same meaning. */
  private static final Map<String, String> SAME =
      Map.of(
          ListDialect.LIST_2021.iri("statusPurpose"), StatusEntry.PURPOSE,
          ListDialect.LIST_2021.iri("statusListCredential"), StatusEntry.LIST,
          ListDialect.LIST_2021.iri("statusListIndex"), StatusEntry.INDEX,
          ListDialect.LIST_2021.iri("encodedList"), StatusEntry.ENCODED);

  private record Kept(String subject, String predicate, String object) {}

  private final List<Kept> statements = new ArrayList<>();
  private final Map<String, Map<String, List<String>>> bySubject = new HashMap<>();

  /**
   * Keeps the statement if it is about a credential. A purpose that is no text is stored as an
   * empty text, so that its entry is refused and not ignored like one with an unknown purpose.
   */
  public void add(Statement one) {
    String predicate = SAME.getOrDefault(one.predicate(), one.predicate());
    if (STARTS.contains(predicate) || ENDS.contains(predicate) || OTHERS.contains(predicate)) {
      String subject = one.subject();
      String object = predicate.equals(StatusEntry.PURPOSE) && !one.isText() ? "" : one.object();
      statements.add(new Kept(subject, predicate, object));
      bySubject
          .computeIfAbsent(subject, first -> new HashMap<>())
          .computeIfAbsent(predicate, first -> new ArrayList<>())
          .add(object);
    }
  }

  /**
   * The terms of a node.
   *
   * @param labelled whether the document names nodes by labels
   */
  public SignedTerms of(String node, boolean labelled) {
    Set<String> credentials = credentials(node);
    Set<String> types = new HashSet<>();
    List<String> issuers = new ArrayList<>();
    List<String> starts = new ArrayList<>();
    List<String> ends = new ArrayList<>();
    Map<String, Integer> dates = new HashMap<>();
    List<String> subjects = new ArrayList<>();
    List<StatusEntry> statuses = new ArrayList<>();
    List<ListContent> lists = new ArrayList<>();
    for (Kept one : statements) {
      boolean own = one.subject().equals(node);
      boolean credential = credentials.contains(one.subject());
      switch (one.predicate()) {
        case TYPE -> addIf(own, types, one.object());
        case SignedTerms.ISSUER -> addIf(own, issuers, one.object());
        case SignedTerms.SUBJECT -> {
          addIf(own, subjects, one.object());
          addIf(own, lists, list(one.object()));
        }
        case SignedTerms.STATUS -> addIf(credential, statuses, status(one.object()));
        case StatusEntry.PURPOSE,
            StatusEntry.LIST,
            StatusEntry.INDEX,
            StatusEntry.SIZE,
            StatusEntry.ENCODED,
            StatusEntry.TTL -> {
          // The property of a status entry, or of a status list.
        }
        default -> {
          addIf(credential, STARTS.contains(one.predicate()) ? starts : ends, one.object());
          dates.merge(one.subject() + ' ' + one.predicate(), credential ? 1 : 0, Integer::sum);
        }
      }
    }
    boolean repeated = dates.values().stream().anyMatch(count -> count > 1);
    String id = node.startsWith("_:") ? null : node;
    return new SignedTerms(
        id, types, issuers, starts, ends, subjects, repeated, statuses, lists, labelled);
  }

  private Set<String> credentials(String node) {
    Set<String> credentials = new HashSet<>(Set.of(node));
    for (Kept one : statements) {
      if (one.predicate().equals(TYPE) && one.object().equals(SignedTerms.CREDENTIAL)) {
        credentials.add(one.subject());
      }
    }
    return credentials;
  }

  private StatusEntry status(String node) {
    return new StatusEntry(
        Set.copyOf(objects(node, TYPE)),
        objects(node, StatusEntry.PURPOSE),
        objects(node, StatusEntry.LIST),
        objects(node, StatusEntry.INDEX),
        objects(node, StatusEntry.SIZE));
  }

  private ListContent list(String node) {
    return new ListContent(
        Set.copyOf(objects(node, TYPE)),
        objects(node, StatusEntry.PURPOSE),
        objects(node, StatusEntry.ENCODED),
        objects(node, StatusEntry.TTL));
  }

  private List<String> objects(String subject, String predicate) {
    return List.copyOf(
        bySubject.getOrDefault(subject, Map.of()).getOrDefault(predicate, List.of()));
  }

  private static <T> void addIf(boolean condition, java.util.Collection<T> all, T one) {
    if (condition) {
      all.add(one);
    }
  }
}
