package org.attestry.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.attestry.runtime.json.Json;

/**
 * The demonstration data: the types Teacher and Student, a teacher and four students with an open
 * claim, a granted claim, an issued credential and a revoked one; and publicly readable teaching
 * licences in every state ({@link DemoLicences}). The data is loaded through the gateway, as by a
 * client.
 */
final class Demo {

  private static final String TEACHER_PHONE = "9000000001";
  private static final String SCHOOL = "Government Higher Secondary School, Mylapore";

  private final Endpoints suite;
  private final GatewayClient gateway;
  private final DemoLicences licences;

  Demo(Endpoints suite) {
    this.suite = suite;
    this.gateway = new GatewayClient(suite);
    this.licences = new DemoLicences(suite, gateway);
  }

  void load(PrintStream out) throws IOException, InterruptedException {
    String admin =
        gateway.token(
            Map.of(
                "grant_type", "client_credentials",
                "client_id", suite.identity().clients().get(1).clientId(),
                "client_secret", suite.identity().clients().get(1).secret()));
    if (gateway.get("/api/v1/Schema", admin).findValuesAsText("name").contains("Student")) {
      out.println("  demo data    is already there");
    } else {
      loadPeople(admin, out);
    }
    licences.load(admin);
    licences.print(admin, out);
  }

  private void loadPeople(String admin, PrintStream out) throws IOException, InterruptedException {
    gateway.post("/api/v1/Schema", text("/quickstart/teacher-schema.json"), admin);
    gateway.post("/api/v1/Schema", text("/quickstart/student-schema.json"), admin);
    gateway.post("/api/v1/Teacher/invite", person("Meera Iyer", TEACHER_PHONE), null);
    String teacher = login(TEACHER_PHONE);

    student("Anbu Selvan", "9000000002");
    claim("Bhavna Shah", "9000000003");
    String granted = claim("Chitra Nair", "9000000004");
    gateway.post(
        "/api/v1/Teacher/claims/" + granted + "/attest", "{\"action\":\"GRANT_CLAIM\"}", teacher);
    String revoked = student("Debashish Roy", "9000000005");
    gateway.post("/api/v1/Student/" + revoked + "/revoke", "{}", login("9000000005"));
    out.println(
        "  demo data    1 teacher (" + TEACHER_PHONE + "), 4 students (9000000002 to 9000000005)");
  }

  private String student(String name, String phone) throws IOException, InterruptedException {
    return gateway
        .post("/api/v1/Student/invite", person(name, phone), null)
        .at("/result/Student/osid")
        .textValue();
  }

  private String claim(String name, String phone) throws IOException, InterruptedException {
    String path = "/api/v1/Student/" + student(name, phone);
    String token = login(phone);
    gateway.put(
        path + "/identityDetails?send=true", "{\"kind\":\"PASSPORT\",\"number\":\"P1\"}", token);
    return gateway.get(path, token).get("_osClaimId/identityDetails").textValue();
  }

  private String login(String phone) throws IOException, InterruptedException {
    return gateway.token(
        Map.of(
            "grant_type",
            "password",
            "client_id",
            suite.identity().clients().get(0).clientId(),
            "username",
            phone,
            "password",
            suite.defaultPassword()));
  }

  private static String person(String name, String phone) {
    JsonNode person = Json.read("{\"school\":\"%s\"}".formatted(SCHOOL));
    return ((ObjectNode) person).put("name", name).put("phoneNumber", phone).toString();
  }

  static String text(String file) throws IOException {
    try (InputStream in = Demo.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
