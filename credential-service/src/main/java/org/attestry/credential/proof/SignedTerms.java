package org.attestry.credential.proof;

import java.util.List;
import java.util.Set;
import org.attestry.credential.status.ListContent;
import org.attestry.credential.status.StatusEntry;

/**
 * The terms of a credential, read from the signed statements (W3C Verifiable Credentials Data Model
 * 1.1 and 2.0), so that they do not depend on names, aliases or forms in its JSON. Dates and status
 * are those of every node of type VerifiableCredential, so that none can be hidden by describing
 * another node first.
 *
 * @param id the credential's IRI, or null
 * @param types IRIs
 * @param issuers IRIs, or other values in their place
 * @param starts texts of {@code issuanceDate} and {@code validFrom}
 * @param ends texts of {@code expirationDate} and {@code validUntil}
 * @param subjects IRI of each {@code credentialSubject}, or another value in its place
 * @param repeated whether a node has two of one kind of date
 * @param statuses each {@code credentialStatus}
 * @param lists what it says of its subjects as status lists, one of each
 * @param labelled whether a node has a label, such as {@code _:x}, which no statement contains
 */
public record SignedTerms(
    String id,
    Set<String> types,
    List<String> issuers,
    List<String> starts,
    List<String> ends,
    List<String> subjects,
    boolean repeated,
    List<StatusEntry> statuses,
    List<ListContent> lists,
    boolean labelled) {

  private static final String VOCABULARY = "https://www.w3.org/2018/credentials#";

  public static final String CREDENTIAL = VOCABULARY + "VerifiableCredential";
  public static final String ISSUER = VOCABULARY + "issuer";
  public static final String SUBJECT = VOCABULARY + "credentialSubject";
  public static final String STATUS = VOCABULARY + "credentialStatus";
  public static final String ISSUANCE_DATE = VOCABULARY + "issuanceDate";
  public static final String EXPIRATION_DATE = VOCABULARY + "expirationDate";
  public static final String VALID_FROM = VOCABULARY + "validFrom";
  public static final String VALID_UNTIL = VOCABULARY + "validUntil";

  public SignedTerms {
    types = Set.copyOf(types);
    issuers = List.copyOf(issuers);
    starts = List.copyOf(starts);
    ends = List.copyOf(ends);
    subjects = List.copyOf(subjects);
    statuses = List.copyOf(statuses);
    lists = List.copyOf(lists);
  }

  /** Says whether the document is a credential. */
  public boolean isCredential() {
    return types.contains(CREDENTIAL);
  }

  /** Returns the IRI of the one subject; null if there is none, or more than one. */
  public String subject() {
    return subjects.size() == 1 && !subjects.getFirst().startsWith("_:")
        ? subjects.getFirst()
        : null;
  }

  /** Returns the one issuer; null if there is none, or more than one. */
  public String issuer() {
    return issuers.size() == 1 ? issuers.getFirst() : null;
  }
}
