package org.attestry.credential.status;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The readable forms of status lists. */
public enum ListDialect {
  /** W3C Bitstring Status List v1.0. */
  BITSTRING(
      "https://www.w3.org/ns/credentials/status#",
      "BitstringStatusListEntry",
      "BitstringStatusListCredential",
      "BitstringStatusList",
      true),
  /** W3C CCG Status List 2021, its draft. */
  LIST_2021(
      "https://w3id.org/vc/status-list#",
      "StatusList2021Entry",
      "StatusList2021Credential",
      "StatusList2021",
      false),
  /** Token Status List (draft-ietf-oauth-status-list). Its names are no IRIs. */
  TOKEN("", "status_list", "statuslist+jwt", "status_list", false);

  private final String vocabulary;
  private final String entry;
  private final String credential;
  private final String list;
  private final boolean multibase;

  ListDialect(String vocabulary, String entry, String credential, String list, boolean multibase) {
    this.vocabulary = vocabulary;
    this.entry = entry;
    this.credential = credential;
    this.list = list;
    this.multibase = multibase;
  }

  /** Returns the dialect whose entries have exactly these types; empty if there is none. */
  static Optional<ListDialect> of(Set<String> types) {
    return Stream.of(values()).filter(one -> types.equals(Set.of(one.entryType()))).findAny();
  }

  /** Returns the IRI of a term. */
  public String iri(String term) {
    return vocabulary + term;
  }

  /** Returns the type of an entry. */
  public String entryType() {
    return iri(entry);
  }

  /** Returns the type of a list's credential. */
  public String credentialType() {
    return iri(credential);
  }

  /** Returns the type of its subject. */
  public String listType() {
    return iri(list);
  }

  /** Says whether an encoded list begins with the letter of its base. */
  boolean multibase() {
    return multibase;
  }
}
