package org.attestry.file;

import static org.attestry.testkit.Futures.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.multipart.MultipartForm;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Done;
import org.attestry.contracts.Failure;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.file.FileOperations;
import org.attestry.contracts.file.FileOperations.FileTransfer;
import org.attestry.contracts.file.FileOperations.FilesView;
import org.attestry.contracts.file.FileOperations.ListFilesRequest;
import org.attestry.contracts.file.FileOperations.ReadFileRequest;
import org.attestry.contracts.file.FileOperations.StoreFilesRequest;
import org.attestry.contracts.file.FileOperations.StoredFiles;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.testkit.Callers;
import org.attestry.testkit.Calls;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.TestDatabase;

/** A file-service of its own, whose registry lets everybody do everything. */
final class FileServer implements AutoCloseable {

  static final Caller OWNER = Callers.user("owner");

  private static final int ANSWER_MILLIS = 60_000;

  private final Vertx vertx = Vertx.vertx();
  private final BusClient bus = new BusClient(vertx);
  private final WebClient http = WebClient.create(vertx);
  private final Health health = new Health("file");
  private final FileConfig config;

  FileServer(Map<String, String> changes) {
    config = config(migratedDatabase(), changes);
    new BusServer(vertx, new SimpleMeterRegistry())
        .bind(
            AttestationOperations.AUTHORIZE_CALLER,
            (request, context) -> Future.succeededFuture(Done.DONE))
        .open();
    ServiceContext service = new ServiceContext(health, new SimpleMeterRegistry());
    await(vertx.deployVerticle(new FileVerticle(config, service)));
    health.started();
  }

  private static TestDatabase migratedDatabase() {
    return TestServers.migratedDatabase(
        "file", empty -> Migrations.migrate(config(empty, Map.of()).postgres(), "file"));
  }

  private static FileConfig config(TestDatabase database, Map<String, String> changes) {
    Map<String, String> settings = TestServers.settings(database);
    settings.putAll(TestServers.s3().settings());
    settings.put("S3_BUCKET", "bucket-" + UUID.randomUUID());
    settings.putAll(changes);
    return Settings.of(settings).read(FileConfig.class);
  }

  Vertx vertx() {
    return vertx;
  }

  FileConfig config() {
    return config;
  }

  boolean ready() {
    return await(health.ready()).healthy();
  }

  String uploadTicket(String entity) {
    return request(FileOperations.STORE_FILES, new StoreFilesRequest("Teacher", entity, "photo"))
        .url();
  }

  String downloadTicket(String entity, String id) {
    FileTransfer transfer =
        request(FileOperations.READ_FILE, new ReadFileRequest("Teacher", entity, "photo", id));
    return transfer.url();
  }

  FilesView list(String entity) {
    return request(FileOperations.LIST_FILES, new ListFilesRequest("Teacher", entity, "photo"));
  }

  <Q, R> List<R> requestTwice(Operation<Q, R> operation, Q request) {
    return requestTwice(operation, request, () -> {});
  }

  /** The replies to the same call, sent twice, with something else between. */
  <Q, R> List<R> requestTwice(Operation<Q, R> operation, Q request, Runnable between) {
    List<CallContext> calls = Calls.twice(OWNER);
    R first = await(bus.request(operation, request, calls.getFirst()));
    between.run();
    return List.of(first, await(bus.request(operation, request, calls.getLast())));
  }

  <Q, R> R request(Operation<Q, R> operation, Q request) {
    return await(bus.request(operation, request, Calls.by(OWNER)));
  }

  HttpResponse<Buffer> upload(String url, MultipartForm form) {
    return await(http.postAbs(url).multipartMixed(false).sendMultipartForm(form));
  }

  HttpResponse<Buffer> post(String url, String contentType, Buffer body) {
    return await(http.postAbs(url).putHeader("content-type", contentType).sendBuffer(body));
  }

  HttpRequest<Buffer> get(String url) {
    return http.getAbs(url);
  }

  HttpRequest<Buffer> head(String url) {
    return http.headAbs(url);
  }

  /** Stores one file and returns its id. */
  String store(String entity, byte[] content) {
    HttpResponse<Buffer> answer = upload(uploadTicket(entity), form("a.bin", content));
    String location = stored(answer).documentLocations().getFirst();
    return location.substring(location.lastIndexOf('/') + 1);
  }

  static StoredFiles stored(HttpResponse<Buffer> answer) {
    if (answer.statusCode() != 200) {
      throw new AssertionError(answer.statusCode() + " " + answer.bodyAsString());
    }
    return Json.read(JsonBytes.of(answer.body().getBytes()), StoredFiles.class);
  }

  static Failure failure(HttpResponse<Buffer> answer) {
    return Json.read(JsonBytes.of(answer.body().getBytes()), Failure.class);
  }

  static MultipartForm form(String name, byte[] content) {
    return MultipartForm.create()
        .binaryFileUpload("files", name, Buffer.buffer(content), "application/octet-stream");
  }

  /** A client that sends the given bytes and reads nothing on its own. */
  static Socket connect(String method, String url, String headers) throws IOException {
    URI address = URI.create(url);
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(new java.net.InetSocketAddress(address.getHost(), address.getPort()));
    socket.setSoTimeout(ANSWER_MILLIS);
    String head =
        "%s %s HTTP/1.1\r\nhost: x\r\n%s\r\n".formatted(method, address.getPath(), headers);
    socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
    return socket;
  }

  static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  @Override
  public void close() {
    await(vertx.close());
  }
}
