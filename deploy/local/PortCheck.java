import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Prints {@code free} or {@code taken} for a port of 127.0.0.1. */
class PortCheck {

  public static void main(String[] arguments) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      byte[] loopback = {127, 0, 0, 1};
      int port = Integer.parseInt(arguments[0]);
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(loopback), port));
      System.out.println("free");
    } catch (IOException taken) {
      System.out.println("taken");
    }
  }
}
