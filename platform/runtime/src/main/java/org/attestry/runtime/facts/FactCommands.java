package org.attestry.runtime.facts;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import org.attestry.runtime.facts.ParkedFacts.Listing;
import org.attestry.runtime.facts.ParkedFacts.Outcome;
import org.attestry.runtime.facts.ParkedFacts.Parked;
import org.attestry.runtime.facts.ParkedFacts.ParkedId;
import org.attestry.runtime.postgres.Database;

/** The operators' command {@code facts}. */
public final class FactCommands {

  private static final String USAGE =
      """
      facts list              the facts that could not be sent (out-…) or acted on (in-…)
      facts replay <id>|all   tries again, and then those of the same subject behind it
      facts drop <id>         forgets it for good; those behind it go on\
      """;

  private static final int TEXT_CHARACTERS = 200;

  private final ParkedFacts parked;

  public FactCommands(Database database) {
    this.parked = new ParkedFacts(database);
  }

  /**
   * The result of a command.
   *
   * @param succeeded whether the command succeeded
   */
  public record Output(boolean succeeded, String text) {}

  /**
   * @param arguments the arguments after {@code facts}
   */
  public Future<Output> run(List<String> arguments) {
    return switch (String.join(" ", arguments)) {
      case "list" -> parked.list().map(FactCommands::listed);
      case "replay all" -> parked.replayAll().map(new Output(true, "All go on."));
      default -> arguments.size() == 2 ? one(arguments.get(0), arguments.get(1)) : usage();
    };
  }

  private Future<Output> one(String command, String name) {
    Optional<ParkedId> id = ParkedId.of(name);
    if (id.isEmpty()) {
      return usage();
    }
    return switch (command) {
      case "replay" -> parked.replay(id.get()).map(outcome -> answer(outcome, name, "goes on"));
      case "drop" -> parked.drop(id.get()).map(outcome -> answer(outcome, name, "is dropped"));
      default -> usage();
    };
  }

  private static Future<Output> usage() {
    return Future.succeededFuture(new Output(false, USAGE));
  }

  private static Output answer(Outcome outcome, String id, String done) {
    return switch (outcome) {
      case DONE -> new Output(true, "%s %s.".formatted(id, done));
      case UNKNOWN -> new Output(false, "%s is not parked.".formatted(id));
      case WAITS_BEHIND_ANOTHER ->
          new Output(
              false,
              "%s waits behind another one of its subject: replay or drop that one.".formatted(id));
    };
  }

  private static Output listed(Listing listing) {
    if (listing.parked().isEmpty()) {
      return new Output(true, "Nothing is parked.");
    }
    StringBuilder text = new StringBuilder();
    listing.parked().forEach(fact -> text.append(line(fact)));
    long more = listing.total() - listing.parked().size();
    if (more > 0) {
      text.append("and %d more".formatted(more));
    }
    return new Output(true, text.toString().stripTrailing());
  }

  private static String line(Parked fact) {
    String again =
        fact.retryAt() == null
            ? ""
            : ", failed %d times, again at %s".formatted(fact.tries(), fact.retryAt());
    return "%s  %s  subject %s  %s  %d bytes  since %s  %d behind it%s%n    %s%n"
        .formatted(
            fact.id(),
            printable(fact.topic()),
            printable(fact.subject()),
            printable(fact.type()),
            fact.bytes(),
            fact.since(),
            fact.behind(),
            again,
            printable(fact.reason()));
  }

  /** Subjects and types are untrusted: control characters are not printed. */
  private static String printable(String text) {
    if (text == null) {
      return "(unknown)";
    }
    String cut = text.substring(0, Math.min(text.length(), TEXT_CHARACTERS));
    return cut.replaceAll("[^\\p{Print}]", "?");
  }
}
