package org.attestry.runtime.bus;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.json.JsonArray;
import io.vertx.core.spi.cluster.RegistrationInfo;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.attestry.runtime.cluster.Departures;

/**
 * The questions of one asker that must not be asked twice and have no answer yet. When a member of
 * the cluster has gone, all who answer questions are asked which of these they have in hand. Once
 * each has told, a question that nobody has was with the member that has gone, and its asker need
 * not wait for the deadline; while one is silent nothing is concluded. Whoever has a question has
 * heard it before that, for both take the same way. A question that is asked when the member has
 * gone is not looked for: it goes to others, and may still be looking for one of them when these
 * have told.
 */
final class OpenQuestions {

  /** Where all who answer questions hear ids of questions, a JSON array. */
  static final String WHO_HAS = Departures.IN_HAND + "who-has";

  /** A header of that: the address to which those in hand are sent, a JSON array too. */
  static final String TELL = "tell";

  /** A header of both: which time it is that somebody has gone. */
  static final String SEARCH = "search";

  private static final long PATIENCE_MILLIS = 10_000;

  /** What became of a question is not known. */
  static final class Lost extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final Vertx vertx;
  private final String asker = Departures.IN_HAND + UUID.randomUUID();
  private final AtomicLong last = new AtomicLong();
  private final Map<String, Promise<Message<Buffer>>> open = new ConcurrentHashMap<>();
  private final Set<String> doubtful = ConcurrentHashMap.newKeySet();
  private final Map<String, Search> searches = new ConcurrentHashMap<>();

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
    question.apply(id).onComplete(BusClient.answerTo(answer));
    return answer.future().onComplete(answered -> open.remove(id));
  }

  /** A member has gone: whatever is open now may have been with it. */
  void doubt() {
    doubtful.addAll(open.keySet());
  }

  /** Looks for all that were open when a member has gone and still are. */
  void search() {
    Set<String> missing = ConcurrentHashMap.newKeySet();
    missing.addAll(doubtful);
    doubtful.removeAll(missing);
    missing.retainAll(open.keySet());
    if (missing.isEmpty()) {
      return;
    }
    answerers().onSuccess(count -> search(missing, count));
  }

  /** How many there are who answer questions. */
  private Future<Integer> answerers() {
    Promise<List<RegistrationInfo>> listed = Promise.promise();
    ((VertxInternal) vertx).clusterManager().getRegistrations(WHO_HAS, listed);
    return listed.future().map(List::size);
  }

  private void search(Set<String> missing, int answerers) {
    String search = Long.toString(last.incrementAndGet());
    JsonArray ids = new JsonArray(List.copyOf(missing));
    searches.put(search, new Search(missing, new AtomicInteger(answerers)));
    vertx.eventBus().publish(WHO_HAS, ids, headers(search).addHeader(TELL, asker));
    vertx.setTimer(PATIENCE_MILLIS, waited -> searches.remove(search));
  }

  private void inHand(Message<JsonArray> told) {
    String id = told.headers().get(SEARCH);
    Search search = searches.get(id);
    if (search != null && search.endsWith(told.body())) {
      searches.remove(id);
      search.missing().forEach(this::lose);
    }
  }

  private void lose(String id) {
    Promise<Message<Buffer>> answer = open.get(id);
    if (answer != null) {
      answer.tryFail(new Lost());
    }
  }

  /**
   * What is looked for.
   *
   * @param missing nobody has told that it is in hand
   * @param awaited how many have not told yet
   */
  private record Search(Set<String> missing, AtomicInteger awaited) {

    /** Whether these are the last that somebody tells of. */
    boolean endsWith(JsonArray held) {
      held.forEach(missing::remove);
      return awaited.decrementAndGet() == 0;
    }
  }

  static DeliveryOptions headers(String search) {
    return new DeliveryOptions().addHeader(SEARCH, search);
  }
}
