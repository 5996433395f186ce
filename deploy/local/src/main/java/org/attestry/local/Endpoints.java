package org.attestry.local;

import java.util.List;
import java.util.Map;

/**
 * Everything that a script needs to use the running suite: {@code endpoints.json} in the run
 * folder.
 *
 * @param services the replicas of the services
 * @param servers server name to process id
 * @param databases service to its database
 */
public record Endpoints(
    long pid,
    String gateway,
    String management,
    Identity identity,
    String defaultPassword,
    List<Replica> services,
    Map<String, Long> servers,
    Map<String, DatabaseAccess> databases,
    String kafka,
    S3 s3,
    String data) {

  Endpoints with(List<Replica> services, Map<String, Long> servers) {
    return new Endpoints(
        pid,
        gateway,
        management,
        identity,
        defaultPassword,
        services,
        servers,
        databases,
        kafka,
        s3,
        data);
  }

  /**
   * A replica of a service.
   *
   * @param number the replica's number, from 1
   * @param pid the id of its process, which is the suite's process if all services run in one
   * @param management the URL of health and metrics
   */
  public record Replica(String service, int number, long pid, String management) {

    Replica as(long pid) {
      return new Replica(service, number, pid, management);
    }
  }

  /**
   * @param authUrl the {@code auth_url} of interface 3.1: its paths begin with {@code /auth}
   */
  public record Identity(
      String authUrl,
      String realm,
      String issuer,
      String tokenEndpoint,
      List<Client> clients,
      List<User> users) {}

  /**
   * @param secret null for a public client
   */
  public record Client(String clientId, String secret, String use) {}

  /** A user who can get a token with a password. */
  public record User(String username, String password, String role) {}

  /** The address and credentials of a service's own database. */
  public record DatabaseAccess(
      String host, int port, String database, String user, String password) {}

  /** The address and credentials of file-service's object store. */
  public record S3(String endpoint, String accessKey, String secretKey)
      implements org.attestry.testkit.servers.S3 {}
}
