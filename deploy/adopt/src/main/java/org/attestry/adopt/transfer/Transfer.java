package org.attestry.adopt.transfer;

import java.util.List;
import java.util.Set;
import org.attestry.adopt.credentials.Survey;
import org.attestry.adopt.credentials.VerificationKey;
import org.attestry.adopt.files.Bucket;
import org.attestry.adopt.incumbent.EntityType;
import org.attestry.adopt.incumbent.FormerSystem;
import org.attestry.adopt.records.EntityLines;
import org.attestry.adopt.report.Report;
import org.attestry.adopt.schemas.TemplateSource;
import org.attestry.adopt.suite.Suite;

/**
 * Brings everything, in the order in which one thing needs another: contexts and keys, schemas,
 * revocations, entities, claims, files.
 */
public final class Transfer {

  private final Suite suite;
  private final FormerSystem former;
  private final Report report;
  private final int workers;
  private final int pageSize;

  /**
   * @param workers how many pages are brought at a time
   * @param pageSize how many entities a page has at most
   */
  public Transfer(Suite suite, FormerSystem former, Report report, int workers, int pageSize) {
    this.suite = suite;
    this.former = former;
    this.report = report;
    this.workers = workers;
    this.pageSize = pageSize;
  }

  public void bringCredentials(Survey survey, List<VerificationKey> keys, TemplateSource source) {
    CredentialTransfer credentials = new CredentialTransfer(suite, report);
    credentials.importContexts(survey, source);
    credentials.importKeys(keys, survey);
  }

  public void bringSchemas(Translations translations) {
    SchemaTransfer schemas = new SchemaTransfer(suite, report);
    schemas.publish(translations.schemas());
    schemas.open(translations.schemas());
  }

  /**
   * @param from what the former system is called
   * @param bucket the former system's files, or null
   */
  public void bringRecords(Translations translations, String from, Bucket bucket, Journal journal) {
    new CredentialTransfer(suite, report).importRevocations(former);
    EntityTransfer entities = new EntityTransfer(suite, journal, report, workers, pageSize);
    for (EntityType type : former.types()) {
      Set<String> policies = translations.policies().getOrDefault(type.name(), Set.of());
      entities.bring(new EntityLines(former, type, from, policies, report));
    }
    new ClaimTransfer(suite, report).bring(former, translations.policies());
    if (bucket != null) {
      new FileTransfer(suite, journal, report, workers)
          .bring(bucket, translations.policies().keySet());
    }
    new SchemaTransfer(suite, report).deprecate(translations.schemas());
  }
}
