package org.attestry.runtime.cluster;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The ids of the questions that one verticle works at and that must not be asked twice. The member
 * tells which of some its verticles have in hand; whoever asks that has its questions heard before,
 * because both take the same connection and then wait in the same event loop.
 */
public final class InHand implements Shareable {

  private static final String OF_THIS_PROCESS = "cluster.in-hand";

  private final Context worker;
  private final LocalMap<InHand, Boolean> all;
  private final Set<String> questions = new HashSet<>();

  private InHand(Context worker, LocalMap<InHand, Boolean> all) {
    this.worker = worker;
    this.all = all;
  }

  /** What the calling verticle has in hand: nothing yet. */
  public static InHand of(Vertx vertx) {
    InHand inHand = new InHand(vertx.getOrCreateContext(), ofThisProcess(vertx));
    inHand.all.put(inHand, true);
    return inHand;
  }

  private static LocalMap<InHand, Boolean> ofThisProcess(Vertx vertx) {
    return vertx.sharedData().getLocalMap(OF_THIS_PROCESS);
  }

  /** Called by the verticle alone, as {@link #remove} is. */
  public void add(String question) {
    questions.add(question);
  }

  public void remove(String question) {
    questions.remove(question);
  }

  /** The verticle takes no question any more. */
  public void close() {
    all.remove(this);
  }

  /** Where a member hears ids, a JSON array, and answers with those that it has in hand. */
  public static String at(String member) {
    return MemberAddress.of(member, "in-hand");
  }

  /** Tells those who ask this member. */
  static Future<Void> tell(Vertx vertx, String member) {
    return vertx
        .eventBus()
        .<JsonArray>consumer(at(member), asked -> tell(vertx, asked))
        .completion();
  }

  private static void tell(Vertx vertx, Message<JsonArray> asked) {
    List<Future<List<Object>>> held =
        ofThisProcess(vertx).keySet().stream().map(one -> one.among(asked.body())).toList();
    Future.all(held)
        .map(all -> all.<List<Object>>list().stream().flatMap(List::stream).toList())
        .onSuccess(ids -> asked.reply(new JsonArray(ids)));
  }

  private Future<List<Object>> among(JsonArray ids) {
    Promise<List<Object>> held = Promise.promise();
    worker.runOnContext(here -> held.complete(ids.stream().filter(questions::contains).toList()));
    return held.future();
  }
}
