package org.attestry.file.blob;

import io.minio.messages.Contents;
import io.minio.messages.ListBucketResultV2;
import io.minio.messages.Part;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.attestry.runtime.identifier.Sha256;

/**
 * The command {@code objects …}: copies all objects of the bucket into a ZIP file and back. The
 * service may run meanwhile. No object is in memory whole.
 */
public final class BucketCommands {

  /** Less than a response may have. */
  private static final int READ = 2 << 20;

  /** A part of an upload has 5 MiB or more. */
  private static final int PART = 8 << 20;

  private static final int PAGE = 1_000;
  private static final int TRIES = 10;

  private final S3Requests s3;
  private final InputStream in;
  private final OutputStream out;

  /**
   * @param in the ZIP file that {@code load} and {@code verify} read
   * @param out where {@code save} writes the ZIP file, and the others one line for each object: its
   *     SHA-256, its size in bytes and its key
   */
  public BucketCommands(S3Config config, InputStream in, OutputStream out) {
    this.s3 = new S3Requests(config, 1);
    this.in = in;
    this.out = out;
  }

  /**
   * Runs a command: {@code save} writes the objects of the bucket, {@code load} stores the objects
   * of a ZIP file in the bucket, which is made if absent; {@code verify} reads a ZIP file whole,
   * and {@code sums} the bucket.
   *
   * @throws IllegalArgumentException if there is no such command
   */
  public void run(List<String> words) throws Exception {
    switch (String.join(" ", words)) {
      case "save" -> save();
      case "load" -> load();
      case "verify" -> verify();
      case "sums" -> sums();
      default ->
          throw new IllegalArgumentException(
              "The command is 'objects save', 'load', 'verify' or 'sums'.");
    }
  }

  private void save() throws Exception {
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.setLevel(Deflater.BEST_SPEED);
      eachObject(
          object -> {
            zip.putNextEntry(new ZipEntry(object.objectName()));
            read(object, zip::write);
            zip.closeEntry();
          });
    }
  }

  private void sums() throws Exception {
    PrintStream lines = new PrintStream(out, false, StandardCharsets.UTF_8);
    eachObject(
        object -> {
          Sum sum = new Sum();
          read(object, sum::add);
          lines.println(sum.line(object.objectName()));
        });
    lines.flush();
  }

  private void verify() throws IOException {
    PrintStream lines = new PrintStream(out, false, StandardCharsets.UTF_8);
    ZipInputStream zip = new ZipInputStream(in);
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      Sum sum = new Sum();
      for (byte[] piece = zip.readNBytes(PART); piece.length > 0; piece = zip.readNBytes(PART)) {
        sum.add(piece);
      }
      lines.println(sum.line(entry.getName()));
    }
    lines.flush();
  }

  private void load() throws Exception {
    ensureBucket();
    PrintStream lines = new PrintStream(out, false, StandardCharsets.UTF_8);
    ZipInputStream zip = new ZipInputStream(in);
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      lines.println(store(entry.getName(), zip).line(entry.getName()));
    }
    lines.flush();
  }

  /** A server that has just started may be slower than a check of health waits. */
  private void ensureBucket() throws Exception {
    for (int tries = 1; ; tries++) {
      try {
        s3.ensureBucket();
        return;
      } catch (InterruptedIOException e) {
        if (tries == TRIES) {
          throw e;
        }
      }
    }
  }

  private Sum store(String key, ZipInputStream zip) throws Exception {
    Sum sum = new Sum();
    byte[] first = zip.readNBytes(PART);
    sum.add(first);
    if (first.length < PART) {
      s3.put(key, first);
      return sum;
    }
    String upload = s3.beginParts(key);
    List<Part> parts = new ArrayList<>();
    for (byte[] piece = first; piece.length > 0; piece = zip.readNBytes(PART)) {
      if (!parts.isEmpty()) {
        sum.add(piece);
      }
      parts.add(s3.putPart(key, upload, parts.size() + 1, piece));
    }
    s3.endParts(key, upload, parts);
    return sum;
  }

  private void eachObject(ObjectAction action) throws Exception {
    String last = null;
    boolean more = true;
    while (more) {
      ListBucketResultV2 page = s3.list("", last, PAGE);
      for (Contents object : page.contents()) {
        last = object.objectName();
        action.take(object);
      }
      more = page.isTruncated();
    }
  }

  private void read(Contents object, PieceAction action) throws Exception {
    for (long offset = 0; offset < object.size(); offset += READ) {
      int length = (int) Math.min(READ, object.size() - offset);
      action.take(s3.get(object.objectName(), offset, length));
    }
  }

  private interface ObjectAction {
    void take(Contents object) throws Exception;
  }

  private interface PieceAction {
    void take(byte[] piece) throws IOException;
  }

  /** The size and SHA-256 of the bytes so far. */
  private static final class Sum {

    private final MessageDigest digest = Sha256.digest();
    private long size;

    void add(byte[] bytes) {
      digest.update(bytes);
      size += bytes.length;
    }

    String line(String key) {
      return "%s %d %s".formatted(HexFormat.of().formatHex(digest.digest()), size, key);
    }
  }
}
