package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplatesCheck;

/** Checks templates of credentials and of certificates. */
public interface Templates {

  /**
   * Returns why no credential can be made with a template, with pointers into it, or an empty list;
   * fails UNAVAILABLE when the credential service is.
   *
   * @param definition the schema of the entities that fill it
   * @param attestationProperties alias to path of the attested values that fill it, or null for the
   *     entity
   * @param signedFields the only fields of the entity that a credential may hold; empty for all
   */
  Future<List<Violation>> check(
      JsonBytes template,
      JsonBytes definition,
      Map<String, FieldPath> attestationProperties,
      List<FieldPath> signedFields,
      CallContext context);

  /**
   * The versions of certificate templates that addresses mean now; fails UNAVAILABLE when the
   * credential service is.
   *
   * @param templates key to address
   */
  Future<CertificateTemplatesCheck> certificates(
      Map<String, String> templates, CallContext context);
}
