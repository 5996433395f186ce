# In place of quay.io/keycloak/keycloak.
ARG BASE
FROM ${BASE}
RUN useradd --uid 1000 --gid 0 --home-dir /opt/keycloak --shell /usr/sbin/nologin keycloak
COPY --chown=1000:0 keycloak /opt/keycloak
USER 1000
EXPOSE 8080 9000
ENTRYPOINT ["/opt/keycloak/bin/kc.sh"]
