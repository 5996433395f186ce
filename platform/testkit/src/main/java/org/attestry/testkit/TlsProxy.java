package org.attestry.testkit;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.streams.Pipe;
import org.attestry.testkit.TestAuthority.Certified;

/**
 * Takes connections with TLS at a free port of 127.0.0.1, and passes their bytes to a server
 * without TLS. It ends with its Vert.x instance.
 */
public final class TlsProxy {

  private final NetClient client;
  private final int target;
  private final int port;

  /**
   * @param target the server's port on 127.0.0.1
   */
  public TlsProxy(Vertx vertx, Certified files, int target) {
    this.client = vertx.createNetClient();
    this.target = target;
    NetServerOptions options =
        new NetServerOptions()
            .setSsl(true)
            .setKeyCertOptions(
                new PemKeyCertOptions()
                    .addCertPath(files.certificate().toString())
                    .addKeyPath(files.key().toString()));
    NetServer server = vertx.createNetServer(options).connectHandler(this::connect);
    this.port = Futures.await(server.listen(0, "127.0.0.1")).actualPort();
  }

  public int port() {
    return port;
  }

  private void connect(NetSocket from) {
    Pipe<Buffer> sent = from.pipe();
    client
        .connect(target, "127.0.0.1")
        .onSuccess(
            to -> {
              sent.to(to);
              to.pipeTo(from);
            })
        .onFailure(refused -> from.close());
  }
}
