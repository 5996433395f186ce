package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplatesCheck;
import org.attestry.contracts.credential.CredentialOperations.TemplateCheck;

/** Checks templates of credentials and of certificates. */
public interface Templates {

  /**
   * Returns why no credential can be made with a template, or what it reads, with pointers into it;
   * fails UNAVAILABLE when the credential service is.
   *
   * @param definition the schema of the entities that fill it
   * @param attestationProperties alias to path of the attested values that fill it, or null for the
   *     entity
   * @param signedFields the only fields of the entity that a credential may hold; empty for all
   */
  Future<TemplateCheck> check(
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
