package org.attestry.local;

import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.attestry.testkit.servers.KeycloakServer;
import org.attestry.testkit.servers.PrivateFiles;

/** The settings of each service in this shape, by the names of its environment variables. */
final class ServiceSettings {

  private final LocalConfig.Attestry config;
  private final LocalServers servers;

  ServiceSettings(LocalConfig.Attestry config, LocalServers servers) {
    this.config = config;
    this.servers = servers;
  }

  Map<String, Map<String, String>> all() {
    Map<String, Map<String, String>> all = new TreeMap<>();
    for (String service : LocalServers.SERVICES_WITH_DATABASE) {
      all.put(service, stored(service));
    }
    all.put("gateway", gateway());
    all.get("registry").putAll(identity());
    all.get("registry").put("SIGNING", config.signing());
    all.get("credential").putAll(signing());
    all.get("file").putAll(servers.addresses().s3().settings());
    return all;
  }

  String gatewayUrl() {
    return "http://127.0.0.1:" + config.gatewayPort();
  }

  String issuer() {
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
        "PUBLIC_URL", gatewayUrl(),
        "RATE_LIMIT_PER_MINUTE", Integer.toString(config.rateLimitPerMinute()),
        "IDENTITY_ISSUER", issuer(),
        "IDENTITY_AUDIENCE", config.audience(),
        "IDENTITY_JWKS_URL", issuer() + "/protocol/openid-connect/certs");
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
        "PUBLIC_URL", gatewayUrl(),
        "CERTIFICATE_QR", config.certificateQr(),
        "MASTER_KEY", Base64.getEncoder().encodeToString(key));
  }
}
