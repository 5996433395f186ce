package org.attestry.file.domain;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;

/**
 * Transfers that were allowed and have not begun. A ticket is 256 random bits, good once and for a
 * short time. Used on one event loop.
 */
public final class TransferTickets {

  private static final int BYTES = 32;
  private static final int MOST = 10_000;

  private final SecureRandom random = new SecureRandom();
  private final Map<String, Ticket> waiting = new LinkedHashMap<>();
  private final Duration life;

  public TransferTickets(Duration life) {
    this.life = life;
  }

  /**
   * A ticket. Where too many wait, the oldest goes: one that is used is used at once, so that
   * tickets that nobody uses keep nobody from a transfer.
   */
  public String issue(Transfer transfer, CallContext context) {
    forgetOldest();
    byte[] bits = new byte[BYTES];
    random.nextBytes(bits);
    String number = Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    waiting.put(number, new Ticket(transfer, context, Deadline.in(life)));
    return number;
  }

  /** Takes a ticket; empty when there is none, or it came too late. */
  public Optional<Ticket> take(String number) {
    return Optional.ofNullable(waiting.remove(number)).filter(t -> !t.validUntil().passed());
  }

  /** All live equally long, so the stale ones are the oldest. */
  private void forgetOldest() {
    Iterator<Ticket> oldest = waiting.values().iterator();
    while (oldest.hasNext() && (oldest.next().validUntil().passed() || waiting.size() >= MOST)) {
      oldest.remove();
    }
  }

  /** An allowed transfer and who asked for it. */
  public record Ticket(Transfer transfer, CallContext context, Deadline validUntil) {}

  /** What a ticket allows. */
  public sealed interface Transfer {

    /** New files for a property. */
    record Upload(Property property) implements Transfer {}

    /** A new content for a file. */
    record Replacement(StoredFile file, EntityTags condition) implements Transfer {}

    /** The content of a file. */
    record Download(StoredFile file) implements Transfer {}
  }
}
