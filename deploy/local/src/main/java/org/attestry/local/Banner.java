package org.attestry.local;

import java.io.PrintStream;
import java.time.Duration;

/** Prints how to use the suite that has just started. */
final class Banner {

  private static final String TEXT =
      """

      Attestry is ready after %.1f s.

        gateway     %s          description: %s/api/docs/
        identity    %s/auth     realm %s, users' first password: $DEFAULT_PASSWORD
                    clients registry-frontend (password, code), admin-api (client credentials),
                    registry-consent (code with consent); user admin
        management  %s          /health/ready /metrics
        data        %s

      Secrets and addresses are in endpoints.json (for scripts) and env (for a shell), for you alone.
      Try it:

        . %s/env
        ADMIN=$(curl -s $TOKEN_URL -d grant_type=client_credentials -d client_id=admin-api \\
          -d client_secret=$ADMIN_API_SECRET | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
        curl -s $GATEWAY/api/v1/Schema -H "authorization: Bearer $ADMIN"

      docs/guides/quick-start.md goes on from here. Ctrl-C, or deploy/local/down, stops in order.
      """;

  private Banner() {}

  static void print(Endpoints endpoints, Duration startTime, PrintStream out) {
    String run = endpoints.data().substring(0, endpoints.data().lastIndexOf('/'));
    out.printf(
        TEXT,
        startTime.toMillis() / 1000.0,
        endpoints.gateway(),
        endpoints.gateway(),
        endpoints.identity().authUrl(),
        endpoints.identity().realm(),
        endpoints.management(),
        endpoints.data(),
        run);
    out.flush();
  }
}
