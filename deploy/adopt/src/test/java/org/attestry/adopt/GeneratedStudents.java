package org.attestry.adopt;

import java.util.List;
import org.attestry.testkit.servers.TestDatabase;

/**
 * Students in the tables of the former system, beside those of the dump: each has three nested
 * objects and an array of two objects, as those have. Their ids follow from their numbers.
 */
final class GeneratedStudents {

  /** The numbers of rows begin behind those of the dump. */
  private static final int FIRST = 1_001;

  private static final String TIMES =
      "'2026-11-27T05:08:35.747433958Z', '2026-11-27T05:12:36.129029632Z', '', ''";

  private static final List<String> STATEMENTS =
      List.of(
          nested(
              "identityDetails",
              "\"fullName\", gender, dob",
              "'Person ' || i, 'Other', '2000-01-10'"),
          nested("contactDetails", "email, mobile", "'g' || i || '@example.org', '9' || i"),
          nested(
              "address",
              "plot, street, city, state, pincode",
              "i, 'Main Road', 'Kochi', 'Kerala', '682001'"),
          """
          INSERT INTO public."V__array_node" ("ID", "@type", osid, "_intType", _osroot, "educationDetails_osid")
          SELECT i, '_array_node', <list>, 'educationDetails', <root>, '["' || <one> || '","' || <two> || '"]' FROM <range>
          """,
          item("one", "2 * i", "'BSc', '2021', '60'"),
          item("two", "2 * i + 1", "'MSc', '2023', '70'"),
          """
          INSERT INTO public."V_Student" ("ID", "@type", osid, "identityDetails_osid", "contactDetails_osid",
            address_osid, "rollNumber", "yearOfAdmission", "feesPaid", hostel, languages,
            "educationDetails_arr_osid", "osOwner", "osCreatedAt", "osUpdatedAt", "osCreatedBy", "osUpdatedBy")
          SELECT i, 'Student', <root>, <identityDetails>, <contactDetails>, <address>, 'G-' || i, 2000 + i % 25,
            i + 0.5, i % 2 = 0, '["Malayalam","English"]', <list>, '["' || <owner> || '"]', <times> FROM <range>
          """,
          edge("identityDetails", "public.Student__O", "i", "i"),
          edge("contactDetails", "public.Student__O", "i", "i"),
          edge("address", "public.Student__O", "i", "i"),
          """
          INSERT INTO public."E_educationDetails" ("ID", "public._array_node__I", "public.Student__O")
          SELECT i, i, i FROM <range>
          """,
          edge("educationDetails", "public._array_node__O", "2 * i", "i"),
          edge("educationDetails", "public._array_node__O", "2 * i + 1", "i"),
          "ANALYZE");

  private GeneratedStudents() {}

  /** Inserts the students. */
  static void insert(TestDatabase database, int number) {
    String range = "generate_series(%d, %d) i".formatted(FIRST, FIRST + number - 1);
    for (String statement : STATEMENTS) {
      database.execute(
          statement
              .replaceAll(
                  "<(root|list|one|two|owner|identityDetails|contactDetails|address)>",
                  "md5('$1' || i)::uuid::text")
              .replace("<times>", TIMES)
              .replace("<range>", range));
    }
  }

  private static String nested(String label, String columns, String values) {
    return """
    INSERT INTO public."V_%s" ("ID", "@type", osid, %s, "osCreatedAt", "osUpdatedAt", "osCreatedBy", "osUpdatedBy", _osroot)
    SELECT i, '%s', <%s>, %s, <times>, <root> FROM <range>
    """
        .formatted(label, columns, label, label, values);
  }

  private static String item(String name, String id, String values) {
    return """
    INSERT INTO public."V_educationDetails" ("ID", "@type", osid, institute, program, "graduationYear", marks,
      "osCreatedAt", "osUpdatedAt", "osCreatedBy", "osUpdatedBy", _osroot)
    SELECT %s, 'educationDetails', <%s>, 'Govt College 1', %s, <times>, <root> FROM <range>
    """
        .formatted(id, name, values);
  }

  private static String edge(String label, String from, String child, String parent) {
    String table = from.contains("_array_node") ? label + "_item" : label;
    return """
    INSERT INTO public."E_%s" ("ID", "public.%s__I", "%s") SELECT %s, %s, %s FROM <range>
    """
        .formatted(table, label, from, child, child, parent);
  }
}
