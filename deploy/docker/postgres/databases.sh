#!/bin/bash
# Gives each service a role and a database of its own, and monitoring a role, with the password of /run/secrets. The image
# runs it once, on an empty volume; run again it makes what is missing and sets the passwords anew:
#
#   docker compose exec postgres bash /docker-entrypoint-initdb.d/databases.sh
set -eu
for name in schema registry claims credential file keycloak; do
  psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set name="attestry_$name" --set file="/run/secrets/postgres-$name" \
    --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\set password `cat :'file'`
SELECT format('CREATE ROLE %I LOGIN', :'name')
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'name') \gexec
ALTER ROLE :"name" PASSWORD :'password';
SELECT format('CREATE DATABASE %I OWNER %I', :'name', :'name')
 WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'name') \gexec
REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
SQL
done
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\set password `cat /run/secrets/postgres-monitor`
SELECT 'CREATE ROLE attestry_monitor LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'attestry_monitor') \gexec
ALTER ROLE attestry_monitor PASSWORD :'password';
GRANT pg_monitor TO attestry_monitor;
SQL
