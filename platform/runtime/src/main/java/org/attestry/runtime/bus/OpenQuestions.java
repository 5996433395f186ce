package org.attestry.runtime.bus;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * The questions of one asker that must not be asked twice and have no answer yet. When a member of
 * the cluster has gone, those who answer questions are asked which of these they have in hand: a
 * question that nobody has was with the member that has gone, and its asker need not wait for the
 * deadline. Whoever has a question has heard it before that, for both take the same way.
 */
final class OpenQuestions {

  /** Where all who answer questions hear ids of questions, a JSON array. */
  static final String WHO_HAS = "bus.who-has";

  /** A header of that: the address to which those in hand are sent, a JSON array too. */
  static final String TELL = "tell";

  /** A header of both: which time it is that somebody has gone. */
  static final String SEARCH = "search";

  private static final long PATIENCE_MILLIS = 500;

  /** What became of a question is not known. */
  static final class Lost extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final Vertx vertx;
  private final String asker = "bus.asker." + UUID.randomUUID();
  private final AtomicLong last = new AtomicLong();
  private final Map<String, Promise<Message<Buffer>>> open = new ConcurrentHashMap<>();
  private final Map<String, Set<String>> searches = new ConcurrentHashMap<>();

  OpenQuestions(Vertx vertx) {
    this.vertx = vertx;
    vertx.eventBus().consumer(asker, this::inHand);
  }

  /**
   * @param question asks under the id that it is given
   * @return what it answers; fails {@link Lost} when the answer will never come
   */
  Future<Message<Buffer>> ask(Function<String, Future<Message<Buffer>>> question) {
    String id = asker + "." + last.incrementAndGet();
    Promise<Message<Buffer>> answer = Promise.promise();
    open.put(id, answer);
    question.apply(id).onSuccess(answer::tryComplete).onFailure(answer::tryFail);
    return answer.future().onComplete(answered -> open.remove(id));
  }

  /** Looks for all that are open. */
  void search() {
    Set<String> missing = ConcurrentHashMap.newKeySet();
    missing.addAll(open.keySet());
    if (missing.isEmpty()) {
      return;
    }
    String search = Long.toString(last.incrementAndGet());
    searches.put(search, missing);
    vertx
        .eventBus()
        .publish(
            WHO_HAS, new JsonArray(List.copyOf(missing)), headers(search).addHeader(TELL, asker));
    vertx.timer(PATIENCE_MILLIS).onSuccess(waited -> searches.remove(search).forEach(this::lose));
  }

  private void inHand(Message<JsonArray> told) {
    Set<String> missing = searches.get(told.headers().get(SEARCH));
    if (missing != null) {
      told.body().forEach(missing::remove);
    }
  }

  private void lose(String id) {
    Promise<Message<Buffer>> answer = open.get(id);
    if (answer != null) {
      answer.tryFail(new Lost());
    }
  }

  static DeliveryOptions headers(String search) {
    return new DeliveryOptions().addHeader(SEARCH, search);
  }
}
