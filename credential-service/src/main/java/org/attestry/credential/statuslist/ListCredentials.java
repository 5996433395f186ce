package org.attestry.credential.statuslist;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Map;
import org.attestry.contracts.Deadline;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.key.Signer;
import org.attestry.credential.key.SigningSuite;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.status.Bitstring;
import org.attestry.credential.status.PgStatusStore.ListBits;
import org.attestry.credential.status.PgStatusStore.PublishedList;
import org.attestry.credential.status.StatusAddresses;
import org.attestry.credential.status.StatusPurpose;
import org.attestry.runtime.json.Json;

/**
 * Writes status lists of one purpose as credentials (W3C Bitstring Status List v1.0, section 2.1).
 */
public record ListCredentials(
    StatusAddresses addresses, Proofs proofs, Signer signer, CryptoWorkers compute)
    implements SignedStatusLists.Form {

  @Override
  public Future<String> sign(
      PublishedList list,
      ListBits bits,
      SigningSuite suite,
      StoredKey key,
      Instant now,
      Deadline deadline) {
    return compute
        .run(
            deadline,
            () ->
                proofs.read(
                    document(list, bits, key.issuer(), now),
                    suite,
                    Map.of(),
                    CallBudget.until(deadline)))
        .compose(
            unsigned ->
                signer.sign(
                    key,
                    () -> proofs.prepare(unsigned, key, now, null, CallBudget.until(deadline)),
                    compute,
                    deadline))
        .map(signed -> Json.write(signed.credential()).text());
  }

  private ObjectNode document(PublishedList list, ListBits bits, String issuer, Instant now) {
    StatusPurpose purpose = list.purposes().getFirst();
    String address = addresses.of(list.list(), purpose);
    ObjectNode document = Json.object();
    document.putArray("@context").add("https://www.w3.org/ns/credentials/v2");
    document.put("id", address);
    document.putArray("type").add("VerifiableCredential").add("BitstringStatusListCredential");
    document
        .put("issuer", issuer)
        .put("validFrom", now.toString())
        .put("validUntil", SignedStatusLists.validUntil(bits, now).toString())
        .putObject("credentialSubject")
        .put("id", address + "#list")
        .put("type", "BitstringStatusList")
        .put("statusPurpose", purpose.text())
        .put("encodedList", Bitstring.encode(bits.bits().get(purpose)))
        .put("ttl", SignedStatusLists.TTL.toMillis());
    return document;
  }
}
