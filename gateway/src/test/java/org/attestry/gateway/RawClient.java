package org.attestry.gateway;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A connection on which a test writes what it likes. */
public final class RawClient implements AutoCloseable {

  private static final int LONGEST_MILLIS = 20_000;

  private final Socket socket = new Socket();

  public RawClient(int port) throws IOException {
    this(port, "127.0.0.1");
  }

  /**
   * @param from one of the loopback addresses
   */
  public RawClient(int port, String from) throws IOException {
    socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
    connect(port);
  }

  private RawClient() {}

  private void connect(int port) throws IOException {
    socket.connect(new InetSocketAddress("127.0.0.1", port));
    socket.setSoTimeout(LONGEST_MILLIS);
  }

  /** A client whose kernel takes a few thousand bytes that it has not read. */
  public static RawClient withSmallBuffer(int port) throws IOException {
    return withBuffer(port, 4_096);
  }

  /**
   * @param bytes of what the client has not read, about so many of which its kernel takes
   */
  public static RawClient withBuffer(int port, int bytes) throws IOException {
    RawClient client = new RawClient();
    client.socket.setReceiveBufferSize(bytes);
    client.connect(port);
    return client;
  }

  public RawClient write(String bytes) throws IOException {
    return write(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  public RawClient write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /** Whether the connection takes another byte. */
  public boolean writes() {
    try {
      write("x");
      return true;
    } catch (IOException closed) {
      return false;
    }
  }

  /** All that comes until the server closes the connection. */
  public String readToEnd() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** What has come, so many bytes at the most; fails when the server has closed. */
  public byte[] read(int most) {
    try {
      byte[] bytes = new byte[most];
      int read = socket.getInputStream().read(bytes);
      if (read < 0) {
        throw new EOFException();
      }
      return Arrays.copyOf(bytes, read);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What comes until the text has come. */
  public String readUntil(String text) throws IOException {
    StringBuilder read = new StringBuilder();
    while (read.indexOf(text) < 0) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        throw new IOException("closed after: " + read);
      }
      read.append((char) next);
    }
    return read.toString();
  }

  /** The whole response to one request, after which the client sends no more. */
  public static String exchange(int port, String request) throws IOException {
    try (RawClient client = new RawClient(port)) {
      return client.write(request).readToEnd();
    }
  }

  /** Closes the connection, and waits until the server has closed its side too. */
  public void leave() throws IOException {
    socket.shutdownOutput();
    readToEnd();
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
