package org.attestry.credential.certificate;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplate;
import org.attestry.credential.call.Page;
import org.attestry.credential.call.Pages;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/**
 * Stores versions of certificate templates in PostgreSQL.
 *
 * @param most the largest number of versions
 */
public record PgCertificateTemplates(Database database, int most) {

  private static final String INSERT =
      """
      INSERT INTO certificate_template
        (id, name, version, media_type, digest, created_at, template)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (name, version) DO NOTHING
      """;

  private static final String COUNT =
      """
      SELECT count(*) FROM certificate_template WHERE $1::text IS NULL OR name = $1
      """;

  private static final String FIND =
      """
      SELECT id, name, version, media_type, digest, created_at, template
      FROM certificate_template WHERE id = $1
      """;

  private static final String NEWEST =
      """
      SELECT id, name, version, media_type, digest, created_at, template
      FROM certificate_template WHERE name = $1 ORDER BY version DESC LIMIT 1
      """;

  private static final String LIST =
      """
      SELECT id, name, version, media_type, digest, created_at, NULL AS template
      FROM certificate_template WHERE $1::text IS NULL OR name = $1
      ORDER BY name, version LIMIT $2 OFFSET $3
      """;

  private static final String RESERVE =
      """
      UPDATE certificate_template SET reserved_at = now()
      WHERE (name, version) IN (
        SELECT name, max(version) FROM certificate_template WHERE name = ANY ($1) GROUP BY name)
      RETURNING id, name, version, media_type, digest, created_at, NULL AS template
      """;

  /** Publishing a schema takes a minute at most after its templates were found. */
  private static final String DELETE_UNRESERVED =
      """
      DELETE FROM certificate_template
      WHERE id = $1 AND (reserved_at IS NULL OR reserved_at < now() - interval '2 minutes')
      """;

  /**
   * Stores a version, unless its name has a version of that number. Fails CONFLICT if the number of
   * versions has reached its limit.
   *
   * @return whether it is stored
   */
  public Future<Boolean> insert(CertificateTemplate template) {
    Tuple values =
        Tuple.of(UUID.fromString(template.id()), template.name(), template.version())
            .addString(template.mediaType())
            .addString(template.digest())
            .addOffsetDateTime(Rows.utc(template.osCreatedAt()))
            .addString(template.template());
    return database
        .shortReads(COUNT)
        .execute(Tuple.of((Object) null))
        .compose(
            counted -> {
              if (Rows.one(counted).getLong(0) >= most) {
                throw tooMany();
              }
              return database.writes(INSERT).execute(values);
            })
        .map(inserted -> inserted.rowCount() > 0);
  }

  private FailureException tooMany() {
    return FailureException.conflict(
        "credential.template.too-many",
        ("There are %d versions of templates already: delete unused ones or raise"
                + " CERTIFICATE_TEMPLATES.")
            .formatted(most));
  }

  public Future<Optional<CertificateTemplate>> newest(String name) {
    return first(NEWEST, name);
  }

  public Future<Optional<CertificateTemplate>> find(UUID id) {
    return first(FIND, id);
  }

  private Future<Optional<CertificateTemplate>> first(String sql, Object key) {
    return database
        .searches(sql)
        .execute(Tuple.of(key))
        .map(rows -> Rows.first(rows, PgCertificateTemplates::template));
  }

  /**
   * Returns the newest versions by name, and reserves them: they are not deleted until their types
   * are published.
   */
  public Future<Map<String, CertificateTemplate>> reserve(Collection<String> names) {
    return database
        .writes(RESERVE)
        .execute(Tuple.of((Object) names.toArray(String[]::new)))
        .map(
            rows ->
                rows.stream()
                    .map(PgCertificateTemplates::template)
                    .collect(Collectors.toMap(CertificateTemplate::name, one -> one)));
  }

  /**
   * @param name of the listed versions; null for all names
   */
  public Future<Page<CertificateTemplate>> list(String name, int limit, int offset) {
    return Pages.of(
        database.shortReads(LIST).execute(Tuple.of(name, limit, offset)),
        database.shortReads(COUNT).execute(Tuple.of(name)),
        PgCertificateTemplates::template);
  }

  /** Deletes a version that was not reserved recently; returns whether it did. */
  public Future<Boolean> deleteUnreserved(UUID id) {
    return database
        .writes(DELETE_UNRESERVED)
        .execute(Tuple.of(id))
        .map(deleted -> deleted.rowCount() > 0);
  }

  private static CertificateTemplate template(Row row) {
    return new CertificateTemplate(
        row.getUUID("id").toString(),
        row.getString("name"),
        row.getInteger("version"),
        row.getString("media_type"),
        row.getString("digest"),
        row.getOffsetDateTime("created_at").toInstant(),
        row.getString("template"));
  }
}
