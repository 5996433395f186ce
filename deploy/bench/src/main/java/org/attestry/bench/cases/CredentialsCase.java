package org.attestry.bench.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.attestry.bench.load.Bench;
import org.attestry.bench.load.BenchFailure;
import org.attestry.bench.load.BenchTypes;
import org.attestry.bench.load.Gateway;
import org.attestry.bench.load.Load;
import org.attestry.bench.load.Measured;
import org.attestry.bench.load.Openssl;
import org.attestry.bench.load.Ratio;
import org.attestry.bench.load.Ratios;
import org.attestry.bench.load.Section;
import org.attestry.runtime.json.Json;

/**
 * Measures signing, verification, issuing at creation, revocation and reads of a status list;
 * compares signing with OpenSSL's RSA.
 */
public final class CredentialsCase implements BenchCase {

  private static final String CERTIFIED = "Certified";
  private static final String PLAIN = "Plain";
  private static final int REVOKED = 1_000;
  private static final double MICROS = 1e6;

  @Override
  public void run(Bench bench, Section found) {
    Openssl floor = bench.openssl();
    found.remark(
        "OpenSSL on one core: %.0f RSA-2048 signatures and %.0f verifications a second.",
        floor.signs(), floor.verifies());
    bench.types().publish(BenchTypes.flat(PLAIN));
    bench.types().publish(BenchTypes.certified(CERTIFIED));
    String signRequest = BenchTypes.signRequest();
    ObjectNode verification = Json.object();
    verification.set("signedCredentials", signed(bench, signRequest));
    sign(bench, found, floor, Load.of("POST", "/utils/sign", signRequest));
    verify(bench, found, Load.of("POST", "/api/v1/verify", verification.toString()));
    issue(bench, found);
    revoke(bench, found);
  }

  private static JsonNode signed(Bench bench, String request) {
    Gateway.Answer answer = bench.gateway().post("/utils/sign", Json.read(request));
    if (!answer.ok()) {
      throw new BenchFailure("Nothing was signed: " + answer.message());
    }
    return answer.body().get("result");
  }

  private static void sign(Bench bench, Section found, Openssl floor, Load load) {
    bench.warmUp("sign", load);
    for (int connections : bench.connections()) {
      Measured sign = bench.measure("sign", load, connections);
      found.add(sign);
      found.add(
          new Ratio(
              "signatures a second of processor time / OpenSSL's, at %d connections"
                  .formatted(connections),
              "credentials.sign",
              MICROS / sign.cpu().services() / floor.signs()));
      if (connections == bench.options().usualConnections()) {
        found.add(
            new Ratio(
                "sign, p50 in ms at %d connections".formatted(connections),
                "credentials.sign.p50",
                sign.outcome().p50()));
      }
    }
  }

  private static void verify(Bench bench, Section found, Load load) {
    bench.warmUp("verify", load);
    for (int connections : bench.connections()) {
      found.add(bench.measure("verify", load, connections));
    }
  }

  private static void issue(Bench bench, Section found) {
    String entity = BenchTypes.flatEntity("{n}", "Name {n}");
    Load plain = Load.of("POST", "/api/v1/" + PLAIN, entity);
    Load certified = Load.of("POST", "/api/v1/" + CERTIFIED, entity);
    bench.warmUp("create", plain);
    bench.warmUp("create with a credential", certified);
    for (int connections : bench.connections()) {
      Measured without = bench.measure("create", plain, connections);
      Measured with = bench.measure("create with a credential", certified, connections);
      found.add(without);
      found.add(with);
      found.add(
          Ratios.rate("create with a credential / without", "credentials.issue", with, without));
    }
  }

  private static void revoke(Bench bench, Section found) {
    List<String> paths = new ArrayList<>();
    for (int number = 0; number < REVOKED; number++) {
      JsonNode entity = Json.read(BenchTypes.flatEntity("revoke-" + number, "Name"));
      Gateway.Answer answer = bench.gateway().post("/api/v1/" + CERTIFIED, entity);
      String id = answer.body().at("/result/" + CERTIFIED + "/osid").asText();
      paths.add("/api/v1/" + CERTIFIED + "/" + id + "/revoke");
    }
    int connections = bench.options().usualConnections();
    found.add(
        bench.measureOnce(
            "revoke", paths, connections, path -> bench.gateway().post(path, Json.object()).ok()));
    Load list = Load.of("GET", "/status-lists/1/revocation", "");
    bench.warmUp("read a status list", list);
    found.add(bench.measure("read a status list", list, connections));
  }
}
