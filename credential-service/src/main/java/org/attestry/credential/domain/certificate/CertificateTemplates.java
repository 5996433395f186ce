package org.attestry.credential.domain.certificate;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplate;
import org.attestry.credential.domain.Page;

/** Where the versions of templates are kept. */
public interface CertificateTemplates {

  /**
   * Stores a version, unless its name has one of that number. Fails CONFLICT when there are as many
   * as allowed.
   *
   * @return whether it is stored
   */
  Future<Boolean> insert(CertificateTemplate template);

  Future<Optional<CertificateTemplate>> newest(String name);

  /** The newest versions by name, which are kept from being deleted until their types are there. */
  Future<Map<String, CertificateTemplate>> reserve(Collection<String> names);

  Future<Optional<CertificateTemplate>> find(UUID id);

  /**
   * @param name whose versions; null for those of all names
   */
  Future<Page<CertificateTemplate>> list(String name, int limit, int offset);

  /** Deletes a version that was not reserved lately; whether there was such a one. */
  Future<Boolean> deleteUnreserved(UUID id);
}
