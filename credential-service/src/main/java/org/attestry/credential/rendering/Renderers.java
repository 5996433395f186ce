package org.attestry.credential.rendering;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.credential.rendering.RendererFrames.Request;
import org.attestry.credential.typeset.TooComplex;
import org.attestry.runtime.fair.RecentMap;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.identifier.Sha256;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes that make PDFs; each makes one document at a time. The first one starts when a
 * template is checked, or with the first document. From then on there is always one spare process,
 * ready or starting.
 *
 * <p>A document that uses more than its processor time, or ends its process in another way, is
 * refused and not given to another process. Processor time does not depend on other work of the
 * machine, so the same document is always refused or always accepted.
 */
public final class Renderers implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Renderers.class);

  /** How often the processor time of a document is read. */
  private static final long WATCH_MILLIS = 25;

  private static final Duration LONGEST_START = Duration.ofSeconds(60);
  private static final int MOST_TRIES = 3;
  private static final int MOST_STARTS = 2;
  private static final int REMEMBERED = 1_000;
  private static final Duration REMEMBERED_FOR = Duration.ofMinutes(10);

  private final Limits limits;
  private final ScheduledThreadPoolExecutor watch;
  private final AtomicLong killed = new AtomicLong();

  /** Ready and starting processes, the most recently used one first. */
  private final Deque<CompletableFuture<RendererProcess>> idle = new ArrayDeque<>();

  private final Set<RendererProcess> running = new HashSet<>();
  private final Map<String, Refused> refused = new RecentMap<>(REMEMBERED);
  private boolean closed;

  /**
   * @param heapBytes the heap of a process
   * @param processorTime the limit of one document; one that needs more is refused for good
   * @param time the limit of waiting for one document; one that gets too little processor time is
   *     refused for now
   * @param fonts folder of fonts for characters that the bundled ones do not have; null for none
   */
  public record Limits(long heapBytes, Duration processorTime, Duration time, Path fonts) {}

  private record Refused(String why, Deadline until) {}

  /**
   * @throws IllegalArgumentException if the folder of fonts does not exist
   */
  public Renderers(Limits limits) {
    if (limits.fonts() != null && !Files.isDirectory(limits.fonts())) {
      throw new IllegalArgumentException("CERTIFICATE_FONTS is not a folder: " + limits.fonts());
    }
    this.limits = limits;
    this.watch =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("credential-renderers").factory());
    watch.setRemoveOnCancelPolicy(true);
  }

  /**
   * Makes a PDF, on a thread that may block.
   *
   * @param deadline of the call; the PDF, or a refusal for now, is ready before it
   * @throws FailureException INVALID for markup that is not well-formed, too large, or ends its
   *     process; UNAVAILABLE if no process can be started or the machine is too busy
   */
  byte[] render(String markup, String credential, Deadline deadline) {
    String digest = Sha256.hex(markup);
    requireNotRefused(digest);
    Request request = new Request(markup, credential);
    Deadline latest = deadline.leavingTimeToReply();
    for (int tries = 1; tries <= MOST_TRIES; tries++) {
      RendererProcess renderer = take(latest);
      try (Watch watching = new Watch(renderer, latest.orSooner(limits.time()))) {
        if (sent(renderer, request, watching)) {
          return receive(renderer, digest, watching);
        }
      } finally {
        giveBack(renderer);
      }
    }
    throw unavailable();
  }

  /** Returns false if the process had ended before: the document did not end it. */
  private static boolean sent(RendererProcess renderer, Request request, Watch watching) {
    try {
      renderer.send(request);
      return true;
    } catch (IOException e) {
      renderer.close();
      watching.requireNotTooBusy();
      return false;
    }
  }

  private byte[] receive(RendererProcess renderer, String digest, Watch watching) {
    try {
      return renderer.receive();
    } catch (IOException e) {
      renderer.close();
      killed.incrementAndGet();
      watching.requireNotTooBusy();
      String why = watching.usedUp() ? tooLong() : "It takes too much memory.";
      LOG.atWarn()
          .addKeyValue("process", renderer.handle().pid())
          .addKeyValue("reason", why)
          .addKeyValue("errors", renderer.errors())
          .log("a certificate ended the process that rendered it");
      remember(digest, why);
      throw TooComplex.because(why);
    }
  }

  private String tooLong() {
    return "It takes more than %s s of processor time."
        .formatted(limits.processorTime().toMillis() / 1_000.0);
  }

  private synchronized void remember(String digest, String why) {
    refused.put(digest, new Refused(why, Deadline.in(REMEMBERED_FOR)));
  }

  private synchronized void requireNotRefused(String digest) {
    Refused known = refused.get(digest);
    if (known != null && !known.until().passed()) {
      throw TooComplex.because(known.why());
    }
  }

  private RendererProcess take(Deadline deadline) {
    int failures = 0;
    while (true) {
      try {
        RendererProcess renderer = await(next(), deadline);
        if (renderer.isAlive()) {
          keepSpare();
          return renderer;
        }
      } catch (ExecutionException e) {
        // The cause that ended the start of a spare process may be gone by now.
        if (++failures == MOST_STARTS) {
          throw unavailable();
        }
      }
    }
  }

  private synchronized CompletableFuture<RendererProcess> next() {
    CompletableFuture<RendererProcess> known = idle.pollFirst();
    return known == null ? begin() : known;
  }

  private RendererProcess await(CompletableFuture<RendererProcess> next, Deadline deadline)
      throws ExecutionException {
    try {
      return next.get(deadline.remaining().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      putBack(next);
      throw Workers.busy();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      putBack(next);
      throw unavailable();
    }
  }

  private synchronized void putBack(CompletableFuture<RendererProcess> next) {
    idle.addFirst(next);
  }

  private synchronized void giveBack(RendererProcess renderer) {
    if (renderer.isAlive()) {
      idle.addFirst(CompletableFuture.completedFuture(renderer));
    } else {
      keepSpare();
    }
  }

  /** Starts a process, unless one is ready or starting. */
  synchronized void keepSpare() {
    if (idle.isEmpty() && !closed) {
      CompletableFuture<RendererProcess> spare = begin();
      idle.addLast(spare);
      spare.exceptionally(failed -> forget(spare));
    }
  }

  private synchronized RendererProcess forget(CompletableFuture<RendererProcess> failed) {
    idle.remove(failed);
    return null;
  }

  private CompletableFuture<RendererProcess> begin() {
    CompletableFuture<RendererProcess> ready = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("credential-renderer-start")
        .start(
            () -> {
              try {
                ready.complete(start());
              } catch (IOException | RuntimeException e) {
                ready.completeExceptionally(e);
              }
            });
    return ready;
  }

  private RendererProcess start() throws IOException {
    RendererProcess renderer = null;
    try {
      renderer = RendererProcess.start(limits);
      register(renderer);
      ScheduledFuture<?> late =
          watch.schedule(renderer::close, LONGEST_START.toMillis(), TimeUnit.MILLISECONDS);
      renderer.awaitReady();
      late.cancel(false);
      return renderer;
    } catch (IOException | RuntimeException e) {
      if (renderer != null) {
        renderer.close();
      }
      LOG.atWarn()
          .addKeyValue("errors", renderer == null ? "" : renderer.errors())
          .setCause(e)
          .log("no process that renders certificates can be started");
      throw e;
    }
  }

  private synchronized void register(RendererProcess renderer) {
    running.add(renderer);
    renderer.onExit(() -> unregister(renderer));
    if (closed) {
      renderer.close();
    }
  }

  private synchronized void unregister(RendererProcess renderer) {
    running.remove(renderer);
  }

  private static FailureException unavailable() {
    return FailureException.unavailable(
        "credential.certificate.unavailable",
        "No certificate can be rendered as a PDF now: try again, or accept text/html.");
  }

  /**
   * Returns the number of running processes, and of those that a document ended (by processor time,
   * memory or an error) since the service started.
   */
  public synchronized Map<String, Long> counts() {
    return Map.of("running", (long) running.size(), "killed", killed.get());
  }

  synchronized List<ProcessHandle> processes() {
    return running.stream().map(RendererProcess::handle).toList();
  }

  /** Ends all processes. */
  @Override
  public synchronized void close() {
    closed = true;
    watch.shutdownNow();
    running.forEach(RendererProcess::close);
  }

  /** Kills a process when its document has used its processor time, or takes too long. */
  private final class Watch implements AutoCloseable {
    private final RendererProcess renderer;
    private final Duration before;
    private final Deadline latest;
    private final ScheduledFuture<?> checks;
    private volatile boolean usedUp;
    private volatile boolean tooBusy;

    Watch(RendererProcess renderer, Deadline latest) {
      this.renderer = renderer;
      this.before = renderer.processorTime();
      this.latest = latest;
      this.checks =
          watch.scheduleWithFixedDelay(
              this::check, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void check() {
      usedUp = renderer.processorTime().minus(before).compareTo(limits.processorTime()) > 0;
      tooBusy = !usedUp && latest.passed();
      if (usedUp || tooBusy) {
        checks.cancel(false);
        renderer.close();
      }
    }

    boolean usedUp() {
      return usedUp;
    }

    /**
     * @throws FailureException UNAVAILABLE if the document got too little processor time
     */
    void requireNotTooBusy() {
      if (tooBusy) {
        throw Workers.busy();
      }
    }

    @Override
    public void close() {
      checks.cancel(false);
    }
  }
}
