# In place of postgres:18.
ARG BASE
FROM ${BASE}
RUN groupadd --system --gid 999 postgres \
  && useradd --system --gid 999 --uid 999 --home-dir /var/lib/postgresql --shell /bin/bash postgres \
  && install --directory --owner postgres --group postgres --mode 1777 /var/lib/postgresql \
  && install --directory --owner postgres --group postgres --mode 3777 /var/run/postgresql
COPY postgres /opt/postgres
COPY psql pg_isready /opt/postgres/bin/
COPY postgres-entrypoint /usr/local/bin/docker-entrypoint.sh
RUN echo /opt/postgres/lib >/etc/ld.so.conf.d/postgres.conf && ldconfig && mkdir /docker-entrypoint-initdb.d
ENV PATH=/opt/postgres/bin:/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 \
  PGDATA=/var/lib/postgresql/18/docker PGHOST=/var/run/postgresql
VOLUME /var/lib/postgresql
EXPOSE 5432
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
