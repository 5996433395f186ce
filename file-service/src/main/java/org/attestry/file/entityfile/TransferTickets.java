package org.attestry.file.entityfile;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.runtime.identifier.RandomBits;

/**
 * Transfers that are authorized and have not begun. A ticket is 256 random bits; it is valid once,
 * until it expires. Used on one event loop.
 */
public final class TransferTickets {

  private static final int BYTES = 32;
  private static final int MOST = 10_000;

  private final Map<String, Ticket> pending = new LinkedHashMap<>();
  private final Duration life;

  public TransferTickets(Duration life) {
    this.life = life;
  }

  /**
   * Issues a ticket. At the limit of pending tickets the oldest is dropped, so that unused tickets
   * never block transfers: a ticket that is used is used at once.
   */
  public String issue(Transfer transfer, CallContext context) {
    dropExpired();
    String number = RandomBits.text(BYTES);
    pending.put(number, new Ticket(transfer, context, Deadline.in(life)));
    return number;
  }

  /** Redeems a ticket; empty when it is unknown, used or expired. */
  public Optional<Ticket> take(String number) {
    return Optional.ofNullable(pending.remove(number)).filter(t -> !t.validUntil().passed());
  }

  /**
   * Drops the expired tickets, and the oldest ones at the limit. All tickets have the same
   * lifetime, so the expired ones are the oldest.
   */
  private void dropExpired() {
    Iterator<Ticket> oldest = pending.values().iterator();
    while (oldest.hasNext() && (oldest.next().validUntil().passed() || pending.size() >= MOST)) {
      oldest.remove();
    }
  }

  /** An authorized transfer and its caller's context. */
  public record Ticket(Transfer transfer, CallContext context, Deadline validUntil) {}

  /** What a ticket allows. */
  public sealed interface Transfer {

    /** New files for a property. */
    record UploadTo(Property property) implements Transfer {}

    /** A new content for a file. */
    record Replacement(StoredFile file, EntityTags condition) implements Transfer {}

    /**
     * A file of a former system.
     *
     * @param createdAt when it was stored there, or null
     */
    record Adoption(Property property, FormerName name, Instant createdAt) implements Transfer {}

    /** The content of a file. */
    record DownloadOf(StoredFile file) implements Transfer {}
  }
}
