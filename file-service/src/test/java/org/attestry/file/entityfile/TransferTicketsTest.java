package org.attestry.file.entityfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.UUID;
import org.attestry.file.entityfile.TransferTickets.Transfer;
import org.attestry.testkit.Calls;
import org.junit.jupiter.api.Test;

class TransferTicketsTest {

  private static final Property PROPERTY =
      Property.of("Teacher", UUID.randomUUID().toString(), "photo");

  private final TransferTickets tickets = new TransferTickets(Duration.ofMinutes(1));

  @Test
  void ticketsThatNobodyUsesKeepNobodyFromATransfer() {
    String first = issue();
    for (int i = 0; i < 20_000; i++) {
      issue();
    }
    String last = issue();

    assertTrue(tickets.take(first).isEmpty());
    assertEquals(PROPERTY, upload(last));
    assertTrue(tickets.take(last).isEmpty());
  }

  private Property upload(String number) {
    return ((Transfer.UploadTo) tickets.take(number).orElseThrow().transfer()).property();
  }

  private String issue() {
    return tickets.issue(new Transfer.UploadTo(PROPERTY), Calls.byNobody());
  }
}
