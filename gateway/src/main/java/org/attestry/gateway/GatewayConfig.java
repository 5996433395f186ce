package org.attestry.gateway;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.attestry.gateway.access.IdentityConfig;
import org.attestry.gateway.bulk.BulkConfig;
import org.attestry.gateway.connection.ConnectionConfig;
import org.attestry.gateway.connection.TrustedProxies;
import org.attestry.gateway.console.ConsoleConfig;
import org.attestry.gateway.serve.ApiConfig;
import org.attestry.gateway.serve.RateLimitConfig;
import org.attestry.runtime.config.Hardenable;
import org.attestry.runtime.config.Setting;
import org.attestry.runtime.config.Switch;

/** The gateway's settings. */
public record GatewayConfig(
    @Setting(
            byDefault = "127.0.0.1",
            common = true,
            description = "is the address that the API binds.")
        String httpHost,
    @Setting(
            byDefault = "8081",
            common = true,
            description = "is the port of the API; 0 takes a free one.")
        int httpPort,
    @Setting(
            byDefault = "PT0S",
            description =
                "is how long the API goes on accepting requests when the process stops, so that a"
                    + " proxy that watches /health/started sends none to a closed port.")
        Duration httpStopDelay,
    @Setting(
            byDefault = "http://127.0.0.1:8081",
            common = true,
            description = "is the address at which clients reach the API.")
        URI publicUrl,
    @Setting(
            byDefault = "",
            description =
                "lists the former values of PUBLIC_URL, separated by commas: the verification page"
                    + " knows the codes of certificates that name them.")
        List<String> publicUrlFormer,
    @Setting(byDefault = "attestry", description = "is the first part of every envelope's id.")
        String serviceId,
    @Setting(byDefault = "1000000", description = "is the largest JSON body in bytes.")
        int maxBodyBytes,
    @Setting(
            byDefault = "67108864",
            description =
                "is how many bytes of JSON bodies may be in memory in all while they are received,"
                    + " and of replies to reads while they are sent,"
                    + " not counting the first 8 KiB of each, which have a quarter as much"
                    + " of their own; a quarter of it for one user, half"
                    + " for all addresses without a token, an eighth for one of them, but always"
                    + " one body; at most a sixth of the largest heap.")
        int bodiesBytes,
    @Setting(byDefault = "PT30S", description = "is how long a JSON body may take.")
        Duration bodyTimeout,
    @Setting(
            byDefault = "PT15S",
            description =
                "is the longest that a client waits for an answer after its body has come.")
        Duration requestTimeout,
    @Setting(
            byDefault = "",
            common = true,
            description =
                "lists the web origins that may call the API, separated by commas; * is refused.")
        List<String> corsOrigins,
    @Setting(
            byDefault = "",
            common = true,
            description =
                "lists the addresses of proxies, or blocks of them such as 10.0.0.0/8, whose"
                    + " X-Forwarded-For names the client; separated by commas.")
        List<String> trustedProxies,
    @Setting(
            byDefault = "off",
            common = true,
            description =
                "says whether admins may adopt the records of a former system, with their ids,"
                    + " owners, times and credentials: on, or off, as after the move.")
        Switch adoption,
    ConnectionConfig connection,
    RateLimitConfig rateLimit,
    BulkConfig bulk,
    ConsoleConfig console,
    IdentityConfig identity)
    implements Hardenable {

  public GatewayConfig {
    corsOrigins = List.copyOf(corsOrigins);
    trustedProxies = List.copyOf(trustedProxies);
    new TrustedProxies(trustedProxies);
    publicUrlFormer = List.copyOf(publicUrlFormer);
    if (corsOrigins.contains("*")) {
      throw new IllegalArgumentException("CORS_ORIGINS: name the origins; * would allow any site.");
    }
    if (publicUrl.getRawAuthority() == null) {
      throw new IllegalArgumentException("PUBLIC_URL: must begin with https:// or http://.");
    }
  }

  /** The settings of the router. */
  ApiConfig api() {
    int bodies = (int) Math.min(bodiesBytes, ConnectionConfig.mostOfHeap());
    return new ApiConfig(
        serviceId, maxBodyBytes, bodies, bodyTimeout, requestTimeout, corsOrigins, rateLimit);
  }

  /** Returns the address at which clients reach the API, and its former ones. */
  List<URI> publicUrls() {
    return Stream.concat(Stream.of(publicUrl), publicUrlFormer.stream().map(URI::create)).toList();
  }

  @Override
  public List<OpenSetting> open() {
    return "https".equalsIgnoreCase(publicUrl.getScheme())
        ? List.of()
        : List.of(new OpenSetting("PUBLIC_URL", "has clients send their tokens in the clear"));
  }
}
