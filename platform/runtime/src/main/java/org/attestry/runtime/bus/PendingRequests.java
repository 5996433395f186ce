package org.attestry.runtime.bus;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryContext;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.impl.OutboundDeliveryContext;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.json.JsonArray;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attestry.runtime.cluster.InHand;

/**
 * The questions of one asker that must not be asked twice and have no answer yet. When a member of
 * the cluster has gone, each other one is asked which of these it has in hand. Once all have told,
 * a question that nobody has was with the member that has gone, and its asker need not wait for the
 * deadline; while one is silent nothing is concluded. A question that is not written yet is looked
 * for when it is: whoever has it has heard it before, for both take the same way.
 */
final class PendingRequests {

  private static final DeliveryOptions TIMEOUT = new DeliveryOptions().setSendTimeout(10_000);

  /** What became of a question is not known. */
  static final class Lost extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final Vertx vertx;
  private final String asker = UUID.randomUUID().toString();
  private final AtomicLong last = new AtomicLong();
  private final Map<String, Question> open = new ConcurrentHashMap<>();

  PendingRequests(Vertx vertx) {
    this.vertx = vertx;
    if (vertx.isClustered()) {
      vertx.eventBus().addOutboundInterceptor(this::followUntilWritten);
    }
  }

  /**
   * @param question asks under the id that it is given
   * @return what it answers; fails {@link Lost} when the answer will never come
   */
  Future<Message<Buffer>> request(Function<String, Future<Message<Buffer>>> question) {
    String id = asker + "." + last.incrementAndGet();
    Promise<Message<Buffer>> answer = Promise.promise();
    open.put(id, new Question(answer, vertx.getOrCreateContext()));
    question.apply(id).onComplete(BusClient.answerTo(answer));
    return answer.future().onComplete(answered -> open.remove(id));
  }

  private void followUntilWritten(DeliveryContext<Object> delivery) {
    String id = BusHeaders.question(delivery.message().headers());
    Question question = id == null ? null : open.get(id);
    if (question != null && delivery instanceof OutboundDeliveryContext<?> sent) {
      sent.writePromise.future().onSuccess(done -> written(id, question));
    }
    delivery.next();
  }

  private void written(String id, Question question) {
    question.written = true;
    if (question.doubtful) {
      search(Set.of(id));
    }
  }

  /** A member has gone, and whatever is open may have been with it. */
  void doubt() {
    open.values().forEach(question -> question.doubtful = true);
    Set<String> written =
        open.entrySet().stream()
            .filter(question -> question.getValue().written)
            .map(Map.Entry::getKey)
            .collect(Collectors.toUnmodifiableSet());
    if (!written.isEmpty()) {
      search(written);
    }
  }

  private void search(Set<String> ids) {
    JsonArray asked = new JsonArray(List.copyOf(ids));
    Future.all(members().stream().map(member -> inHand(member, asked)).toList())
        .onSuccess(
            told -> {
              Set<String> missing = new HashSet<>(ids);
              told.<Set<String>>list().forEach(missing::removeAll);
              missing.forEach(this::lose);
            });
  }

  private List<String> members() {
    return ((VertxInternal) vertx).clusterManager().getNodes();
  }

  private Future<Set<String>> inHand(String member, JsonArray ids) {
    return vertx
        .eventBus()
        .<JsonArray>request(InHand.at(member), ids, TIMEOUT)
        .map(
            told ->
                told.body().stream()
                    .map(String.class::cast)
                    .collect(Collectors.toUnmodifiableSet()));
  }

  /** An answer that came before this waits in the event loop of the asker. */
  private void lose(String id) {
    Question question = open.get(id);
    if (question != null) {
      question.asker.runOnContext(here -> question.answer.tryFail(new Lost()));
    }
  }

  private static final class Question {
    private final Promise<Message<Buffer>> answer;
    private final Context asker;
    private volatile boolean written;
    private volatile boolean doubtful;

    Question(Promise<Message<Buffer>> answer, Context asker) {
      this.answer = answer;
      this.asker = asker;
    }
  }
}
