package org.attestry.credential.jose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.CompressionAlgorithm;
import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.DirectEncrypter;
import com.nimbusds.jose.crypto.ECDHEncrypter;
import com.nimbusds.jose.jwk.ECKey;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.Base64;
import java.util.Optional;
import org.attestry.credential.crypto.MasterKey;
import org.attestry.credential.presentation.ResponseKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JweResponsesTest {

  private static final MasterKey MASTER =
      MasterKey.of("MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=");
  private static final JweResponses RESPONSES = new JweResponses(MASTER);
  private static final ResponseKey KEY = RESPONSES.make("k-1");

  @ParameterizedTest
  @ValueSource(strings = {"A128GCM", "A256GCM"})
  void opensWhatIsEncryptedToTheKey(String method) throws JOSEException, ParseException {
    String jwe = encrypted(KEY, header(method).keyID("k-1").build());

    assertEquals(Optional.of("text"), RESPONSES.open(jwe, KEY, "k-1"));
  }

  @Test
  void aKeyIsSealedUnderItsName() throws ParseException {
    ECKey shown = ECKey.parse(KEY.publicJwk());
    assertFalse(shown.isPrivate());
    assertEquals("k-1", shown.getKeyID());
    assertEquals(JWEAlgorithm.ECDH_ES, shown.getAlgorithm());
    String sealed = new String(KEY.sealed(), StandardCharsets.ISO_8859_1);
    assertFalse(sealed.contains("\"d\""), sealed);
    assertFalse(KEY.toString().contains("\"d\""), KEY::toString);
    ECKey opened =
        ECKey.parse(new String(MASTER.open(KEY.sealed(), "k-1"), StandardCharsets.UTF_8));
    assertTrue(opened.isPrivate());
    assertThrows(IllegalStateException.class, () -> MASTER.open(KEY.sealed(), "k-2"));
  }

  @Test
  void otherMethodsAreRefused() throws JOSEException, ParseException {
    refused(encrypted(KEY, header("A192GCM").keyID("k-1").build()));
    refused(encrypted(KEY, header("A128CBC-HS256").keyID("k-1").build()));
    refused(encrypted(KEY, header("A128GCM").keyID("k-2").build()));
    refused(encrypted(KEY, header("A128GCM").build()));
    refused(
        encrypted(
            KEY,
            new JWEHeader.Builder(JWEAlgorithm.ECDH_ES_A128KW, EncryptionMethod.A128GCM)
                .keyID("k-1")
                .build()));
    ResponseKey other = RESPONSES.make("k-1");
    refused(encrypted(other, header("A128GCM").keyID("k-1").build()));
  }

  /** The public key is used as the key of a symmetric algorithm. */
  @Test
  void theKeyIsNeverASymmetricOne() throws JOSEException, ParseException {
    byte[] x = ECKey.parse(KEY.publicJwk()).getX().decode();
    JWEObject jwe =
        new JWEObject(
            new JWEHeader.Builder(JWEAlgorithm.DIR, EncryptionMethod.A256GCM).keyID("k-1").build(),
            new Payload("text"));
    jwe.encrypt(new DirectEncrypter(x));

    refused(jwe.serialize());
  }

  @Test
  void whatIsCompressedIsRefused() throws JOSEException, ParseException {
    JWEHeader header =
        header("A128GCM").keyID("k-1").compressionAlgorithm(CompressionAlgorithm.DEF).build();

    refused(encrypted(KEY, header));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "....", "e30....", "e30.e30.e30", "a.b.c.d.e", "🙂....."})
  void whatIsNoJweIsRefused(String text) {
    refused(text);
  }

  @Test
  void headersAreBounded() {
    String deep = "[".repeat(15_000) + "]".repeat(15_000);
    for (String header :
        new String[] {
          "{\"alg\":\"none\",\"enc\":\"A128GCM\"}",
          "{\"alg\":\"ECDH-ES\",\"enc\":\"A128GCM\",\"kid\":\"k-1\",\"epk\":" + deep + "}",
          "{\"alg\":\"ECDH-ES\",\"enc\":\"A128GCM\",\"kid\":\"k-1\"}",
          "{\"alg\":\"ECDH-ES\",\"enc\":\"A128GCM\",\"kid\":\"k-1\",\"crit\":[\"x\"],\"x\":1}"
        }) {
      String encoded =
          Base64.getUrlEncoder()
              .withoutPadding()
              .encodeToString(header.getBytes(StandardCharsets.UTF_8));
      refused(encoded + "..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA");
    }
    refused("A".repeat(2_000_001));
  }

  private static void refused(String jwe) {
    assertEquals(Optional.empty(), RESPONSES.open(jwe, KEY, "k-1"));
  }

  private static JWEHeader.Builder header(String method) {
    return new JWEHeader.Builder(JWEAlgorithm.ECDH_ES, EncryptionMethod.parse(method));
  }

  private static String encrypted(ResponseKey key, JWEHeader header)
      throws JOSEException, ParseException {
    JWEObject jwe = new JWEObject(header, new Payload("text"));
    jwe.encrypt(new ECDHEncrypter(ECKey.parse(key.publicJwk())));
    return jwe.serialize();
  }
}
