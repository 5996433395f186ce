package org.attestry.schema.publication;

import io.vertx.core.Future;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.schema.SchemaOperations.CreateSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.SchemaReceipt;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.runtime.identifier.Ids;
import org.attestry.schema.stored.BusEntityRegistry;
import org.attestry.schema.stored.IdempotentChange;
import org.attestry.schema.stored.PgSchemaStore;
import org.attestry.schema.stored.Schema;
import org.attestry.schema.stored.SchemaAccess;
import org.attestry.schema.stored.SchemaChange;

/** Stores a new schema and, if it is published, its types. */
public final class CreateSchema {

  private static final int LONGEST_NAME = 100;

  private final PublicationCompiler compiler;
  private final IdempotentChange changes;
  private final SaveSchema saving;

  public CreateSchema(
      PgSchemaStore store, PublicationCompiler compiler, BusEntityRegistry registry) {
    this.compiler = compiler;
    this.changes = new IdempotentChange(store, registry);
    this.saving = new SaveSchema(store, compiler);
  }

  public Future<SchemaReceipt> handle(CreateSchemaRequest request, CallContext context) {
    String caller = SchemaAccess.requireAdmin(context);
    String name = checkedName(request.name());
    String text = checkedDocument(request.schema());
    SchemaStatus status = checkedStatus(request.status());
    SchemaChange.Options options =
        new SchemaChange.Options(request.strict(), request.dryRun(), false);
    UUID id = Ids.next();
    return compiler
        .read(name, text, context)
        .compose(
            document ->
                changes.once(
                    context,
                    SchemaReceipt.class,
                    () -> {
                      Schema to = Schema.made(id, name, document.title(), text, status, caller);
                      return saving.save(null, to, document, options, context);
                    }));
  }

  private static String checkedName(String name) {
    if (name == null
        || name.isBlank()
        || name.length() > LONGEST_NAME
        || name.chars().anyMatch(Character::isISOControl)) {
      throw FailureException.invalid(
          "schema.name.invalid",
          "/name",
          "required",
          "A schema needs a name of up to %d characters.".formatted(LONGEST_NAME));
    }
    return name;
  }

  static String checkedDocument(String text) {
    if (text == null || text.isBlank()) {
      throw FailureException.invalid(
          "schema.document.missing",
          "/schema",
          "required",
          "The member 'schema' must be a JSON Schema document, serialized as a string.");
    }
    return text;
  }

  private static SchemaStatus checkedStatus(SchemaStatus status) {
    if (status == SchemaStatus.DEPRECATED) {
      throw FailureException.invalid(
          "schema.status.invalid", "/status", "status", "A new schema is DRAFT or PUBLISHED.");
    }
    return status == null ? SchemaStatus.DRAFT : status;
  }
}
