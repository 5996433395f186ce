package org.attestry.registry.sql;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import org.attestry.registry.attestation.Attestation.State;
import org.attestry.registry.query.Filter;
import org.attestry.registry.query.PolicyRecords;
import org.attestry.registry.query.RecordField;
import org.attestry.runtime.json.Json;

/**
 * The attestation records of a policy in SQL, as they appear in the JSON of an entity: a record
 * that is renewed has the members of the attestation in force.
 *
 * @param item a jsonb expression of the stored attestation
 */
public record RecordSql(PolicyRecords records, String item, Parameters parameters) {

  private static final List<String> WITHHELD = List.of(State.DRAFT.name(), State.REJECTED.name());

  /**
   * Returns the states of a policy's records as a jsonb array, for an index: the stored states,
   * those in force beside them, and other values of {@code state}.
   */
  public static String states(String policy) {
    String path =
        "$[*] ? (@.policy == %s && !exists (@.property)).**{0 to 1}.state"
            .formatted(Json.write(TextNode.valueOf(policy)).text());
    return "jsonb_path_query_array(attestations, %s)".formatted(SqlQuote.literal(path));
  }

  /** Returns the condition that the attestation is a record of the policy that the caller sees. */
  public String isShown() {
    return isShown(item, List.of(records.policy()), records.withheld(), parameters);
  }

  /**
   * Returns the condition that an attestation is a record of one of the policies.
   *
   * @param withheld whether records that are not public count, DRAFT and REJECTED
   */
  public static String isShown(
      String item, List<String> policies, boolean withheld, Parameters parameters) {
    String ofPolicy =
        "%1$s ->> 'policy' = ANY (%2$s) AND %1$s ->> 'property' IS NULL"
            .formatted(item, parameters.texts(policies));
    return withheld
        ? ofPolicy
        : "%s AND %s <> ALL (%s)"
            .formatted(ofPolicy, text(item, "state"), parameters.texts(WITHHELD));
  }

  public String condition(Filter.Compare compare, RecordField field) {
    return new SystemSql(parameters).condition(compare, value(field), field.type());
  }

  private String value(RecordField field) {
    return switch (field) {
      case STATE -> ValueSql.collated(text(item, "state"));
      case GRANTED_AT -> time("grantedAt");
      case VALID_UNTIL ->
          records.paths() == null
              ? time("validUntil")
              : "(CASE WHEN %s -> 'paths' = %s THEN %s END)"
                  .formatted(inForce(item), paths(), time("validUntil"));
    };
  }

  private String paths() {
    return parameters.json(Json.write(records.paths()).text());
  }

  private String time(String member) {
    return text(item, member) + "::timestamptz";
  }

  private static String text(String item, String member) {
    return "(%s ->> '%s')".formatted(inForce(item), member);
  }

  private static String inForce(String item) {
    return "coalesce(%1$s #> '{renews,renews}', %1$s -> 'renews', %1$s)".formatted(item);
  }
}
