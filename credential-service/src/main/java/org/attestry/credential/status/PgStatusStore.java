package org.attestry.credential.status;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.attestry.credential.status.StatusAddresses.ListName;
import org.attestry.runtime.identifier.RandomBits;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Stores status lists in PostgreSQL. */
public class PgStatusStore {

  /** The binary form of a bit string begins with its length. */
  private static final int LENGTH_BYTES = 4;

  private static final int KEY_BYTES = 32;

  static final String RESERVE =
      """
      UPDATE status_list SET taken = taken + $2, filling = taken + $2 < %d
      WHERE issuer = $1 AND suite = $3 AND filling
      RETURNING id, key, taken - $2 AS first
      """
          .formatted(Bitstring.LENGTH);

  private static final String MAKE =
      """
      INSERT INTO status_list (issuer, suite, key, open, filling)
      VALUES ($1, $2, $3, false, true)
      ON CONFLICT (issuer, suite) WHERE filling DO NOTHING
      """;

  /** The end of the next suspension whose bit is set in the list. */
  private static final String NEXT_END =
      """
      CASE WHEN 'suspension' = ANY ($2::text[]) THEN least(
        (SELECT min(suspended_until) FROM issued_credential
          WHERE status_list = $1 AND suspended_until IS NOT NULL),
        (SELECT min(suspended_until) FROM wallet_copy
          WHERE status_list = $1 AND suspended_until IS NOT NULL)) END\
      """;

  private static final String STATE =
      """
      SELECT
        list.issuer, list.suite,
        coalesce(
          (SELECT sum(version)::bigint FROM status_segment
            WHERE list = $1 AND purpose = ANY ($2::text[])),
          0) AS version,
        {next end} AS next_end,
        signed.version AS signed_version, signed.verification_method, signed.credential,
        signed.signed_at
      FROM status_list list
      LEFT JOIN status_list_credential signed ON signed.list = list.id AND signed.purpose = $3
      WHERE list.id = $1
      """
          .replace("{next end}", NEXT_END);

  static final String BITS =
      """
      SELECT purpose, segment, version, bit_send(bits) AS bits, {next end} AS next_end
      FROM status_segment
      WHERE list = $1 AND purpose = ANY ($2::text[])
      """
          .replace("{next end}", NEXT_END);

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
        coalesce(get_bit(segment.bits, entry.index %% %1$d), 0) = 1 AND NOT EXISTS (
          SELECT FROM issued_credential ended
          WHERE entry.purpose = 'suspension'
            AND ended.status_list = entry.list
            AND ended.status_index = entry.index
            AND ended.suspended_until <= $4)
        AND NOT EXISTS (
          SELECT FROM wallet_copy ended
          WHERE entry.purpose = 'suspension'
            AND ended.status_list = entry.list
            AND ended.status_index = entry.index
            AND ended.suspended_until <= $4) AS set
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
  private final Clock clock;

  /**
   * @param clock that ends suspensions
   */
  public PgStatusStore(Database database, Clock clock) {
    this.database = database;
    this.clock = clock;
  }

  /**
   * Reserves the next entries of the issuer's list for one caller. After a full list a new one is
   * made.
   *
   * @param suite of the credentials that get the entries
   * @param count a divisor of {@link Bitstring#LENGTH}
   */
  public Future<Reserved> reserve(String issuer, String suite, int count) {
    return database
        .writes(RESERVE)
        .execute(Tuple.of(issuer, count, suite))
        .compose(
            rows ->
                rows.size() == 1
                    ? Future.succeededFuture(reserved(Rows.one(rows)))
                    : make(issuer, suite).compose(made -> reserve(issuer, suite, count)));
  }

  private static Reserved reserved(Row row) {
    return new Reserved(
        row.getLong("id"), row.getBuffer("key").getBytes(), row.getInteger("first"));
  }

  private Future<RowSet<Row>> make(String issuer, String suite) {
    byte[] key = RandomBits.bytes(KEY_BYTES);
    return database.writes(MAKE).execute(Tuple.of(issuer, suite, Buffer.buffer(key)));
  }

  /**
   * Returns the state of a list, after the bits of ended suspensions were cleared; empty for a list
   * that was never made.
   */
  public Future<Optional<ListState>> state(PublishedList list) {
    return read(list)
        .compose(
            row ->
                isOver(row) ? end(list).compose(ended -> read(list)) : Future.succeededFuture(row))
        .map(row -> row.map(PgStatusStore::state));
  }

  private Future<Optional<Row>> read(PublishedList list) {
    return database
        .shortReads(STATE)
        .execute(purposes(list).addString(key(list)))
        .map(rows -> Rows.first(rows, row -> row));
  }

  /** Says whether a suspension has ended whose bit is still set in the list. */
  private boolean isOver(Optional<Row> row) {
    return row.map(found -> Rows.instant(found, "next_end"))
        .filter(end -> !end.isAfter(clock.instant()))
        .isPresent();
  }

  private Future<RowSet<Row>> end(PublishedList list) {
    return database.writes(SuspensionSql.END).execute(Tuple.of(list.list(), now()));
  }

  private OffsetDateTime now() {
    return Rows.utc(clock.instant());
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
    return new ListState(
        row.getString("issuer"), row.getString("suite"), row.getLong("version"), signed);
  }

  /** Returns the bits of an existing list at one moment. */
  public Future<ListBits> bits(PublishedList list) {
    return database
        .shortReads(BITS)
        .execute(purposes(list))
        .map(rows -> bits(rows, list.purposes()));
  }

  private static ListBits bits(RowSet<Row> segments, List<StatusPurpose> purposes) {
    Map<StatusPurpose, byte[]> bits = new EnumMap<>(StatusPurpose.class);
    purposes.forEach(purpose -> bits.put(purpose, Bitstring.empty()));
    int bytes = Bitstring.SEGMENT / Byte.SIZE;
    long version = 0;
    Instant nextEnd = null;
    for (Row row : segments) {
      byte[] segment = row.getBuffer("bits").getBytes();
      byte[] all = bits.get(StatusPurpose.of(row.getString("purpose")).orElseThrow());
      System.arraycopy(segment, LENGTH_BYTES, all, row.getShort("segment") * bytes, bytes);
      version += row.getLong("version");
      nextEnd = Rows.instant(row, "next_end");
    }
    return new ListBits(version, bits, nextEnd);
  }

  /** Stores a signed list unless a newer one is stored. */
  public Future<Void> keep(PublishedList list, SignedList signed) {
    Tuple values =
        Tuple.of(list.list(), key(list), signed.version())
            .addString(signed.verificationMethod())
            .addString(signed.document())
            .addOffsetDateTime(Rows.utc(signed.signedAt()));
    return database.writes(KEEP).execute(values).mapEmpty();
  }

  private static Tuple purposes(PublishedList list) {
    return Tuple.tuple()
        .addLong(list.list())
        .addArrayOfString(list.purposes().stream().map(StatusPurpose::text).toArray(String[]::new));
  }

  /**
   * Returns the key under which a list is stored: its purpose, or both purposes of a Token Status
   * List.
   */
  private static String key(PublishedList list) {
    return list.purposes().stream().map(StatusPurpose::text).collect(Collectors.joining("+"));
  }

  /**
   * Returns the bits of entries, in their order. Bits of ended suspensions are not set. The issuer
   * of a list that was never made is an empty text.
   */
  public Future<List<Bit>> find(List<Named> entries) {
    Tuple values =
        Tuple.of(
            entries.stream().map(entry -> entry.list().list()).toArray(Long[]::new),
            entries.stream().map(entry -> entry.list().purpose().text()).toArray(String[]::new),
            entries.stream().map(Named::index).toArray(Integer[]::new),
            now());
    return database
        .shortReads(FIND)
        .execute(values)
        .map(rows -> Rows.list(rows, PgStatusStore::bit));
  }

  private static Bit bit(Row row) {
    String issuer = row.getString("issuer");
    return new Bit(issuer == null ? "" : issuer, row.getBoolean("set"));
  }

  /**
   * Entries of a list for one caller.
   *
   * @param key of the permutation
   * @param first the number of the first entry
   */
  public record Reserved(long list, byte[] key, int first) {}

  /**
   * The published lists of one number: a list credential has the bits of one purpose, a Token
   * Status List those of both.
   */
  public record PublishedList(long list, List<StatusPurpose> purposes) {

    public PublishedList {
      purposes = List.copyOf(purposes);
    }

    /** Returns the name of a list credential. */
    public static PublishedList of(ListName name) {
      return new PublishedList(name.list(), List.of(name.purpose()));
    }

    /** Returns the name of a Token Status List. */
    public static PublishedList ofTokens(long list) {
      return new PublishedList(list, List.of(StatusPurpose.values()));
    }
  }

  /**
   * The state of a list.
   *
   * @param suite of the credentials with its entries; null for older lists, which have none
   * @param version increases with each change of its bits
   * @param signed the last signed list, or null
   */
  public record ListState(String issuer, String suite, long version, SignedList signed) {}

  /**
   * @param version of these bits
   * @param bits by purpose
   * @param nextEnd the end of the next suspension in them, or null
   */
  public record ListBits(long version, Map<StatusPurpose, byte[]> bits, Instant nextEnd) {

    public ListBits {
      bits = Map.copyOf(bits);
    }
  }

  /**
   * A signed list.
   *
   * @param version of the bits in it
   * @param verificationMethod of the key
   * @param document a list credential, or a JWT
   */
  public record SignedList(
      long version, String verificationMethod, String document, Instant signedAt) {}

  /** An entry of one of our lists, as it is in a credential. */
  public record Named(ListName list, int index) {}

  /**
   * @param issuer of the list
   */
  public record Bit(String issuer, boolean set) {}
}
