package org.attestry.credential.dcql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.attestry.contracts.Violation;
import org.attestry.credential.dcql.DcqlQuery.ClaimQuery;
import org.attestry.credential.dcql.DcqlQuery.CredentialQuery;
import org.attestry.credential.dcql.DcqlQuery.CredentialSet;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.JsonPointers;

/**
 * Decides whether a presentation is what a query requests (OpenID4VP 1.0, sections 6.4 and 8.6):
 * each credential matches its query, and all required ones are present.
 */
public final class DcqlEvaluation {

  private static final String RULE = "query";

  private final DcqlQuery query;
  private final Budget budget;

  /**
   * @param budget limits the evaluation
   */
  public DcqlEvaluation(DcqlQuery query, Budget budget) {
    this.query = query;
    this.budget = budget;
  }

  /**
   * Returns the mismatches of a presentation, with pointers into the {@code vp_token}.
   *
   * @param presented credentials by the ids of their queries
   */
  public List<Violation> mismatches(Map<String, List<DisclosedCredential>> presented) {
    List<Violation> found = new ArrayList<>();
    presented.forEach((id, credentials) -> check(id, credentials, found));
    if (found.isEmpty() && !isComplete(presented)) {
      found.add(
          new Violation("", RULE, "Credentials are missing that the query requires together."));
    }
    return found;
  }

  private void check(String id, List<DisclosedCredential> credentials, List<Violation> found) {
    String at = "/" + JsonPointers.escape(id);
    Optional<CredentialQuery> known = query.credential(id);
    if (known.isEmpty()) {
      found.add(new Violation(at, RULE, "The query requests no credential of this id."));
      return;
    }
    boolean many = credentials.size() > 1 && !known.get().multiple();
    if (credentials.isEmpty() || many) {
      found.add(new Violation(at, RULE, "The query requests one credential of this id."));
      return;
    }
    for (int i = 0; i < credentials.size(); i++) {
      String place = at + "/" + i;
      mismatch(known.get(), credentials.get(i))
          .ifPresent(message -> found.add(new Violation(place, RULE, message)));
    }
  }

  /** Returns why a credential does not match. */
  private Optional<String> mismatch(CredentialQuery wanted, DisclosedCredential credential) {
    if (wanted.format() != credential.format()) {
      return Optional.of("The credential has another format than is requested.");
    }
    if (wanted.types().stream().noneMatch(credential.types()::containsAll)) {
      return Optional.of("The credential has another type than is requested.");
    }
    if (wanted.holderBound() && !credential.holderBound()) {
      return Optional.of("The presentation does not prove that the credential is the holder's.");
    }
    if (!wanted.authorities().isEmpty()
        && Collections.disjoint(wanted.authorities(), credential.authorities())) {
      return Optional.of("The credential has no certificate of an authority that is requested.");
    }
    return hasClaims(wanted, credential)
        ? Optional.empty()
        : Optional.of("The credential does not disclose the claims that are requested.");
  }

  private boolean hasClaims(CredentialQuery wanted, DisclosedCredential credential) {
    return wanted.claimSets().isEmpty()
        ? wanted.claims().stream().allMatch(claim -> has(credential, claim))
        : wanted.claimSets().stream().anyMatch(set -> hasAll(wanted, set, credential));
  }

  private boolean hasAll(CredentialQuery wanted, List<String> set, DisclosedCredential credential) {
    return wanted.claims().stream()
        .filter(claim -> set.contains(claim.id()))
        .allMatch(claim -> has(credential, claim));
  }

  /**
   * Says whether the credential has the claim. If a path leads to several claims, one with a
   * requested value is enough.
   */
  private boolean has(DisclosedCredential credential, ClaimQuery claim) {
    boolean sparse = credential.format() == PresentedFormat.SD_JWT;
    List<JsonNode> selected = claim.path().select(credential.claims(), sparse, budget);
    budget.spend(1 + selected.size() * claim.values().size());
    return claim.values().isEmpty()
        ? !selected.isEmpty()
        : selected.stream()
            .anyMatch(node -> claim.values().stream().anyMatch(value -> isSame(node, value)));
  }

  /** Says whether type and value are equal; JSON has one type of numbers. */
  private static boolean isSame(JsonNode node, JsonNode value) {
    return node.isNumber() && value.isNumber()
        ? node.decimalValue().compareTo(value.decimalValue()) == 0
        : Objects.equals(node, value);
  }

  private boolean isComplete(Map<String, List<DisclosedCredential>> presented) {
    return query.sets().isEmpty()
        ? query.credentials().stream().allMatch(one -> presented.containsKey(one.id()))
        : query.sets().stream()
            .filter(CredentialSet::required)
            .allMatch(set -> set.options().stream().anyMatch(presented.keySet()::containsAll));
  }
}
