package org.attestry.gateway.serve;

import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.attestry.contracts.Caller;
import org.attestry.contracts.CallerKey;
import org.attestry.runtime.identifier.RandomBits;

/**
 * The keys by which requests are counted and served in turn: the user of a valid token, else a hash
 * of the client's address. The key of the hash (HMAC, RFC 2104) is made at the start of the
 * process, so that nobody can tell an address from its hash.
 */
record CallerKeys(ClientAddresses addresses) {

  private static final String ALGORITHM = "HmacSHA256";
  private static final int BYTES = 15;
  private static final SecretKeySpec SECRET = secret();

  private static SecretKeySpec secret() {
    return new SecretKeySpec(RandomBits.bytes(32), ALGORITHM);
  }

  CallerKey of(Caller caller, HttpServerRequest request) {
    return caller.known()
        ? CallerKey.user(caller.userId())
        : CallerKey.address(hash(addresses.of(request)));
  }

  private static String hash(String address) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(SECRET);
      byte[] hash = mac.doFinal(address.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, BYTES));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
