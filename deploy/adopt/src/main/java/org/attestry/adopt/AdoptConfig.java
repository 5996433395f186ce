package org.attestry.adopt;

import java.nio.file.Path;
import java.time.ZoneId;
import org.attestry.runtime.config.Secret;
import org.attestry.runtime.config.Setting;

/** The settings of the command. */
public record AdoptConfig(
    Source source,
    Claims claims,
    Credentials credentials,
    Identities identities,
    Schemas schemas,
    Keys keys,
    Files files,
    Realm realm,
    Suite suite,
    Run run) {

  /** The registry of the former system. */
  public record Source(
      @Setting(
              description =
                  "is the JDBC address of the former registry's database, such as"
                      + " jdbc:postgresql://db:5432/registry.")
          String url,
      @Setting(description = "is a user who may read it.") String user,
      @Setting(byDefault = "", description = "is the user's password.") Secret password,
      @Setting(byDefault = "public", description = "is the schema of PostgreSQL with its tables.")
          String schema,
      @Setting(
              byDefault = "Sunbird RC",
              description = "is what the history of adopted records calls the former system.")
          String name) {}

  /** The claims service of the former system. */
  public record Claims(
      @Setting(
              byDefault = "",
              description = "is the JDBC address of the claims; empty if they are in source.url.")
          String url,
      @Setting(byDefault = "", description = "is a user who may read them.") String user,
      @Setting(byDefault = "", description = "is the user's password.") Secret password,
      @Setting(byDefault = "UTC", description = "is the zone of their times.") String timeZone) {

    public Claims {
      ZoneId.of(timeZone.isEmpty() ? "UTC" : timeZone);
    }
  }

  /** The credentials service of version 2. */
  public record Credentials(
      @Setting(
              byDefault = "",
              description =
                  "is the JDBC address of the credentials service of version 2; empty for"
                      + " version 1.")
          String url,
      @Setting(byDefault = "", description = "is a user who may read it.") String user,
      @Setting(byDefault = "", description = "is the user's password.") Secret password) {}

  /** The identity service of version 2. */
  public record Identities(
      @Setting(
              byDefault = "",
              description =
                  "is the JDBC address of the identity service of version 2, which has the public"
                      + " keys; empty for version 1.")
          String url,
      @Setting(byDefault = "", description = "is a user who may read it.") String user,
      @Setting(byDefault = "", description = "is the user's password.") Secret password) {}

  /** Schema documents. */
  public record Schemas(
      @Setting(
              byDefault = "",
              description =
                  "is a folder of schema documents, Name.json, beside those in the database.")
          String folder,
      @Setting(
              byDefault = "",
              description =
                  "is a folder of documents that are published as they are, in place of the"
                      + " translated ones of the same name.")
          String translated) {}

  /** Public keys. */
  public record Keys(
      @Setting(
              byDefault = "",
              description =
                  "is a file with public keys: a PEM, the config.json of certificate-signer, DID"
                      + " documents, or a list of objects with issuer, verificationMethod and"
                      + " publicKeyPem or publicKeyJwk.")
          String file,
      @Setting(
              byDefault = "did:india",
              description = "is the name that proofs have for the key of a PEM file.")
          String verificationMethod) {}

  /** The object store. */
  public record Files(
      @Setting(
              byDefault = "",
              description = "is the address of the former object store; empty if it has no files.")
          String endpoint,
      @Setting(byDefault = "issuance", description = "is the bucket.") String bucket,
      @Setting(byDefault = "", description = "is the access key.") String accessKey,
      @Setting(byDefault = "", description = "is the secret key.") Secret secretKey,
      @Setting(byDefault = "us-east-1", description = "is the region for signatures.")
          String region) {}

  /** Users. */
  public record Realm(
      @Setting(
              byDefault = "",
              description =
                  "is a file with the export of the former realm, with users and their password"
                      + " hashes; empty if accounts do not move.")
          String export) {}

  /** This suite. */
  public record Suite(
      @Setting(byDefault = "http://127.0.0.1:8081", description = "is the gateway's address.")
          String gateway,
      @Setting(byDefault = "", description = "is the token endpoint of the identity provider.")
          String tokenUrl,
      @Setting(byDefault = "admin-api", description = "is a client with the admin role.")
          String clientId,
      @Setting(byDefault = "", description = "is the client's secret.") Secret clientSecret) {}

  /** How the command works. */
  public record Run(
      @Setting(
              byDefault = "adopt-work",
              description =
                  "is the folder of reports, translated schemas, the realm and the journal.")
          Path folder,
      @Setting(byDefault = "3", description = "is how many pages are brought at a time.")
          int workers,
      @Setting(byDefault = "1000", description = "is how many entities a page has.") int pageSize) {

    public Run {
      if (workers < 1 || pageSize < 1) {
        throw new IllegalArgumentException("run.workers and run.pageSize must be 1 or more.");
      }
    }
  }
}
