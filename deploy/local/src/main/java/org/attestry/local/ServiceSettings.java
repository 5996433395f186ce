package org.attestry.local;

import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.attestry.claims.ClaimsConfig;
import org.attestry.credential.CredentialConfig;
import org.attestry.file.FileConfig;
import org.attestry.gateway.GatewayConfig;
import org.attestry.registry.RegistryConfig;
import org.attestry.runtime.config.Settings;
import org.attestry.schema.SchemaConfig;
import org.attestry.testkit.servers.KeycloakServer;
import org.attestry.testkit.servers.PrivateFiles;

/**
 * The settings of each service in a local suite, by the names of its environment variables: those
 * of the suite's own environment, overridden by those that the local suite determines.
 */
final class ServiceSettings {

  private static final Map<String, Class<? extends Record>> CONFIGS =
      Map.of(
          "claims", ClaimsConfig.class,
          "credential", CredentialConfig.class,
          "file", FileConfig.class,
          "gateway", GatewayConfig.class,
          "registry", RegistryConfig.class,
          "schema", SchemaConfig.class);

  private final LocalConfig.Attestry config;
  private final LocalServers servers;
  private final Map<String, String> environment;

  /**
   * @param environment the environment of the suite
   */
  ServiceSettings(
      LocalConfig.Attestry config, LocalServers servers, Map<String, String> environment) {
    this.config = config;
    this.servers = servers;
    this.environment = environment;
  }

  Map<String, Map<String, String>> all() {
    Map<String, Map<String, String>> all = new TreeMap<>();
    CONFIGS.forEach((service, type) -> all.put(service, given(type, environment)));
    decided().forEach((service, settings) -> all.get(service).putAll(settings));
    return all;
  }

  /** Returns the variables of an environment that a service reads. */
  static Map<String, String> given(Class<? extends Record> type, Map<String, String> environment) {
    Map<String, String> given = new TreeMap<>(environment);
    given
        .keySet()
        .retainAll(Settings.describe(type).stream().map(Settings.Described::name).toList());
    return given;
  }

  private Map<String, Map<String, String>> decided() {
    Map<String, Map<String, String>> all = new TreeMap<>();
    for (String service : LocalServers.SERVICES_WITH_DATABASE) {
      all.put(service, stored(service));
    }
    all.put("gateway", gateway());
    all.get("registry").putAll(identity());
    all.get("credential").putAll(signing());
    all.get("file").putAll(servers.addresses().s3().settings());
    return all;
  }

  String gatewayUrl() {
    return "http://127.0.0.1:" + config.gatewayPort();
  }

  /** Other than the gateway's where a proxy with TLS stands before it. */
  private String publicUrl() {
    return environment.getOrDefault("PUBLIC_URL", gatewayUrl());
  }

  /** Returns the issuer of tokens, which differs from {@link #realm()} behind a proxy. */
  String issuer() {
    return config.authUrl().isEmpty()
        ? realm()
        : config.authUrl() + "/realms/" + KeycloakServer.REALM;
  }

  /** Returns the address of the realm on this machine. */
  String realm() {
    return servers.addresses().keycloak() + "/auth/realms/" + KeycloakServer.REALM;
  }

  private Map<String, String> stored(String service) {
    Map<String, String> settings =
        new TreeMap<>(servers.addresses().databases().get(service).settings());
    settings.put("KAFKA_BOOTSTRAP_SERVERS", servers.addresses().kafka());
    return settings;
  }

  private Map<String, String> gateway() {
    return Map.of(
        "HTTP_PORT", Integer.toString(config.gatewayPort()),
        "PUBLIC_URL", publicUrl(),
        "RATE_LIMIT_PER_MINUTE", Integer.toString(config.rateLimitPerMinute()),
        "IDENTITY_ISSUER", issuer(),
        "IDENTITY_AUDIENCE", config.audience(),
        "IDENTITY_JWKS_URL", realm() + "/protocol/openid-connect/certs");
  }

  private Map<String, String> identity() {
    return Map.of(
        "IDENTITY_AUTH_URL", servers.addresses().keycloak() + "/auth",
        "IDENTITY_REALM", KeycloakServer.REALM,
        "IDENTITY_CLIENT_ID", servers.identityClient().id(),
        "IDENTITY_CLIENT_SECRET", servers.identityClient().secret(),
        "IDENTITY_DEFAULT_PASSWORD", PrivateFiles.secret(config.data(), "defaultPassword"));
  }

  private Map<String, String> signing() {
    byte[] key = Base64.getUrlDecoder().decode(PrivateFiles.secret(config.data(), "masterKey"));
    return Map.of(
        "PUBLIC_URL", publicUrl(),
        "WALLET_AUTHORIZATION_SERVER", issuer(),
        "MASTER_KEY", Base64.getEncoder().encodeToString(key));
  }
}
