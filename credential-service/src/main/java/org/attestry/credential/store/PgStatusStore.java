package org.attestry.credential.store;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.attestry.credential.domain.status.Bitstring;
import org.attestry.credential.domain.status.StatusAddresses.ListName;
import org.attestry.credential.domain.status.StatusStore;
import org.attestry.runtime.postgres.Database;

/** Status lists in PostgreSQL. */
public final class PgStatusStore implements StatusStore {

  /** The binary form of a bit string begins with its length. */
  private static final int LENGTH_BYTES = 4;

  private static final int KEY_BYTES = 32;

  static final String RESERVE =
      """
      UPDATE status_list SET taken = taken + $2, open = taken + $2 < %d
      WHERE issuer = $1 AND open
      RETURNING id, key, taken - $2 AS first
      """
          .formatted(Bitstring.LENGTH);

  private static final String MAKE =
      """
      INSERT INTO status_list (issuer, key) VALUES ($1, $2)
      ON CONFLICT (issuer) WHERE open DO NOTHING
      """;

  private static final String STATE =
      """
      SELECT
        list.issuer,
        coalesce(
          (SELECT sum(version)::bigint FROM status_segment WHERE list = $1 AND purpose = $2), 0)
          AS version,
        signed.version AS signed_version, signed.verification_method, signed.credential,
        signed.signed_at
      FROM status_list list
      LEFT JOIN status_list_credential signed ON signed.list = list.id AND signed.purpose = $2
      WHERE list.id = $1
      """;

  static final String BITS =
      """
      SELECT segment, version, bit_send(bits) AS bits FROM status_segment
      WHERE list = $1 AND purpose = $2
      """;

  private static final String KEEP =
      """
      INSERT INTO status_list_credential AS kept (
        list, purpose, version, verification_method, credential, signed_at)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (list, purpose) DO UPDATE
      SET version = excluded.version, verification_method = excluded.verification_method,
        credential = excluded.credential, signed_at = excluded.signed_at
      WHERE kept.version <= excluded.version
      """;

  private static final String FIND =
      """
      SELECT
        list.issuer,
        coalesce(get_bit(segment.bits, entry.index %% %1$d), 0) = 1 AS set
      FROM unnest($1::bigint[], $2::text[], $3::integer[])
        WITH ORDINALITY AS entry (list, purpose, index, number)
      LEFT JOIN status_list list ON list.id = entry.list
      LEFT JOIN status_segment segment
        ON segment.list = entry.list
          AND segment.purpose = entry.purpose
          AND segment.segment = entry.index / %1$d
      ORDER BY entry.number
      """
          .formatted(Bitstring.SEGMENT);

  private final Database database;
  private final SecureRandom random = new SecureRandom();

  public PgStatusStore(Database database) {
    this.database = database;
  }

  @Override
  public Future<Reserved> reserve(String issuer, int count) {
    return database
        .writes(RESERVE)
        .execute(Tuple.of(issuer, count))
        .compose(
            rows ->
                rows.size() == 1
                    ? Future.succeededFuture(reserved(rows.iterator().next()))
                    : make(issuer).compose(made -> reserve(issuer, count)));
  }

  private static Reserved reserved(Row row) {
    return new Reserved(
        row.getLong("id"), row.getBuffer("key").getBytes(), row.getInteger("first"));
  }

  private Future<RowSet<Row>> make(String issuer) {
    byte[] key = new byte[KEY_BYTES];
    random.nextBytes(key);
    return database.writes(MAKE).execute(Tuple.of(issuer, Buffer.buffer(key)));
  }

  @Override
  public Future<Optional<ListState>> state(ListName list) {
    return database
        .shortReads(STATE)
        .execute(name(list))
        .map(rows -> rows.stream().findFirst().map(PgStatusStore::state));
  }

  private static ListState state(Row row) {
    SignedList signed =
        row.getString("credential") == null
            ? null
            : new SignedList(
                row.getLong("signed_version"),
                row.getString("verification_method"),
                row.getString("credential"),
                row.getOffsetDateTime("signed_at").toInstant());
    return new ListState(row.getString("issuer"), row.getLong("version"), signed);
  }

  @Override
  public Future<ListBits> bits(ListName list) {
    return database.shortReads(BITS).execute(name(list)).map(PgStatusStore::bits);
  }

  private static ListBits bits(RowSet<Row> segments) {
    byte[] bits = Bitstring.empty();
    int bytes = Bitstring.SEGMENT / Byte.SIZE;
    long version = 0;
    for (Row row : segments) {
      byte[] segment = row.getBuffer("bits").getBytes();
      System.arraycopy(segment, LENGTH_BYTES, bits, row.getShort("segment") * bytes, bytes);
      version += row.getLong("version");
    }
    return new ListBits(version, bits);
  }

  @Override
  public Future<Void> keep(ListName list, SignedList signed) {
    Tuple values =
        name(list)
            .addLong(signed.version())
            .addString(signed.verificationMethod())
            .addString(signed.credential())
            .addOffsetDateTime(signed.signedAt().atOffset(ZoneOffset.UTC));
    return database.writes(KEEP).execute(values).mapEmpty();
  }

  private static Tuple name(ListName list) {
    return Tuple.tuple().addLong(list.list()).addString(list.purpose().text());
  }

  @Override
  public Future<List<Bit>> find(List<Named> entries) {
    Tuple values =
        Tuple.of(
            entries.stream().map(entry -> entry.list().list()).toArray(Long[]::new),
            entries.stream().map(entry -> entry.list().purpose().text()).toArray(String[]::new),
            entries.stream().map(Named::index).toArray(Integer[]::new));
    return database
        .shortReads(FIND)
        .execute(values)
        .map(rows -> rows.stream().map(PgStatusStore::bit).toList());
  }

  private static Bit bit(Row row) {
    String issuer = row.getString("issuer");
    return new Bit(issuer == null ? "" : issuer, row.getBoolean("set"));
  }
}
