package org.attestry.credential.domain.status;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attestry.credential.domain.status.StatusAddresses.ListName;

/** Where status lists are kept. */
public interface StatusStore {

  /**
   * Takes the next entries of the issuer's list for one caller. A full list is followed by another.
   *
   * @param suite of the credentials that get the entries
   * @param count a divisor of {@link Bitstring#LENGTH}
   */
  Future<Reserved> reserve(String issuer, String suite, int count);

  /**
   * What is known of a list now, after the bits of suspensions were cleared that have ended; empty
   * for one that was never made.
   */
  Future<Optional<ListState>> state(PublishedList list);

  /** The bits of a list that was made, as they are at one moment. */
  Future<ListBits> bits(PublishedList list);

  /** Keeps a signed list unless a newer one is kept. */
  Future<Void> keep(PublishedList list, SignedList signed);

  /**
   * The bits that entries name, in their order, of which those of ended suspensions are not set; a
   * list that was never made has no issuer, an empty text.
   */
  Future<List<Bit>> find(List<Named> entries);

  /**
   * Entries of a list for one caller.
   *
   * @param key of the permutation
   * @param first the number of the first entry
   */
  record Reserved(long list, byte[] key, int first) {}

  /**
   * What is published of the lists of one number: a list credential has the bits of one purpose, a
   * Token Status List those of both.
   */
  record PublishedList(long list, List<StatusPurpose> purposes) {

    public PublishedList {
      purposes = List.copyOf(purposes);
    }

    /** As a list credential. */
    public static PublishedList of(ListName name) {
      return new PublishedList(name.list(), List.of(name.purpose()));
    }

    /** As a Token Status List. */
    public static PublishedList ofTokens(long list) {
      return new PublishedList(list, List.of(StatusPurpose.values()));
    }
  }

  /**
   * A list as it is.
   *
   * @param suite of the credentials that have its entries; null for a list from before lists had
   *     one
   * @param version grows with each change of its bits
   * @param signed what was signed last, or null
   */
  record ListState(String issuer, String suite, long version, SignedList signed) {}

  /**
   * @param version of these bits
   * @param bits by purpose
   * @param nextEnd when the next suspension in them ends, or null
   */
  record ListBits(long version, Map<StatusPurpose, byte[]> bits, Instant nextEnd) {

    public ListBits {
      bits = Map.copyOf(bits);
    }
  }

  /**
   * A list as it was signed.
   *
   * @param version of the bits in it
   * @param verificationMethod of the key
   * @param document a list credential, or a JWT
   */
  record SignedList(long version, String verificationMethod, String document, Instant signedAt) {}

  /** An entry of one of our lists, as a credential names it. */
  record Named(ListName list, int index) {}

  /**
   * @param issuer of the list
   */
  record Bit(String issuer, boolean set) {}
}
