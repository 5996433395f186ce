package org.attestry.credential.jose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.util.X509CertUtils;
import com.nimbusds.jwt.SignedJWT;
import java.security.KeyPair;
import java.security.interfaces.ECPublicKey;
import java.text.ParseException;
import java.util.Optional;
import org.attestry.credential.crypto.CertifiedKey;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.TestCertificates;
import org.attestry.credential.key.KeyType;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;

class RequestObjectJwtsTest {

  private static final String NAME = "verifier.example";

  @Test
  void aWalletVerifiesARequestByItsCertificate() throws ParseException, JOSEException {
    KeyPair keys = Keys.generate(KeyType.P256);
    CertifiedKey key =
        CertifiedKey.read(
            TestCertificates.pem(TestCertificates.of(keys, NAME, keys, new byte[] {1})),
            TestCertificates.pem(keys));
    RequestObjectJwts objects = new RequestObjectJwts(key, NAME);

    SignedJWT jwt =
        SignedJWT.parse(objects.signedByCertificate(Json.object().put("client_id", "x")));

    assertEquals(Optional.of(NAME), objects.certifiedName());
    assertEquals("oauth-authz-req+jwt", jwt.getHeader().getType().getType());
    var leaf = X509CertUtils.parse(jwt.getHeader().getX509CertChain().getFirst().decode());
    assertTrue(jwt.verify(new ECDSAVerifier((ECPublicKey) leaf.getPublicKey())));
    assertEquals("x", jwt.getJWTClaimsSet().getClaim("client_id"));
    assertEquals(
        X509CertUtils.computeSHA256Thumbprint(leaf).toString(),
        objects.certificateHash().orElseThrow());
  }

  @Test
  void withoutACertificateNothingIsSignedByOne() {
    RequestObjectJwts objects = new RequestObjectJwts(null, NAME);

    assertEquals(Optional.empty(), objects.certifiedName());
    assertEquals(Optional.empty(), objects.certificateHash());
    assertThrows(IllegalStateException.class, () -> objects.signedByCertificate(Json.object()));
    assertEquals(
        "eyJhbGciOiJub25lIiwidHlwIjoib2F1dGgtYXV0aHotcmVxK2p3dCJ9.e30.",
        objects.unsigned(Json.object()));
  }
}
