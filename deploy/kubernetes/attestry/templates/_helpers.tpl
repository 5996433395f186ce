{{- define "attestry.labels" -}}
app.kubernetes.io/name: attestry
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* The labels that select the pods of one service: pass dict "root" and "service". */}}
{{- define "attestry.selector" -}}
app.kubernetes.io/name: attestry
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .service }}
{{- end -}}

{{- define "attestry.image" -}}
{{ printf "%s/%s:%s" .root.Values.image.registry .service (.root.Values.image.tag | default .root.Chart.AppVersion) }}
{{- end -}}

{{- define "attestry.members" -}}
{{ .Release.Name }}-members
{{- end -}}

{{/* The name of a service in its database and secrets: registry for registry-service. */}}
{{- define "attestry.short" -}}
{{ trimSuffix "-service" . }}
{{- end -}}

{{/* The services that are enabled, as a JSON list. */}}
{{- define "attestry.services" -}}
{{- $names := list -}}
{{- range $service, $values := .Values.services -}}
{{- if not (eq $values.enabled false) -}}{{- $names = append $names $service -}}{{- end -}}
{{- end -}}
{{ toJson $names }}
{{- end -}}

{{- define "attestry.port" -}}
{{- $url := urlParse . -}}
{{- if contains ":" $url.host -}}{{ splitList ":" $url.host | last }}
{{- else if eq $url.scheme "https" -}}443
{{- else -}}80
{{- end -}}
{{- end -}}

{{/* The settings of a service whose values are the same in every pod, as a JSON object. */}}
{{- define "attestry.environment" -}}
{{- $v := .root.Values -}}
{{- $identity := $v.identity.internalUrl | default $v.identity.url -}}
{{- $issuer := printf "%s/realms/%s" $v.identity.url $v.identity.realm -}}
{{- $env := dict
  "LOG_LEVEL" $v.logLevel
  "MANAGEMENT_HOST" "0.0.0.0"
  "CLUSTER_ENABLED" "true"
  "CLUSTER_NAME" .root.Release.Name
  "CLUSTER_DNS" (include "attestry.members" .root)
  "CLUSTER_TLS_AUTHORITY" "/run/secrets/bus-authority"
  "CLUSTER_TLS_CERTIFICATE" "/run/secrets/bus-certificate"
  "CLUSTER_TLS_KEY" "/run/secrets/bus-key" -}}
{{- if eq .service "gateway" -}}
{{- $env = merge (dict
  "HTTP_HOST" "0.0.0.0"
  "HTTP_PORT" "8081"
  "PUBLIC_URL" $v.publicUrl
  "CORS_ORIGINS" (join "," $v.corsOrigins)
  "TRUSTED_PROXIES" (join "," $v.trustedProxies)
  "IDENTITY_ISSUER" $issuer
  "IDENTITY_AUDIENCE" $v.identity.audience
  "IDENTITY_JWKS_URL" (printf "%s/realms/%s/protocol/openid-connect/certs" $identity $v.identity.realm)) $env -}}
{{- else -}}
{{- $env = merge (include "attestry.database" . | fromJson) (dict
  "POSTGRES_MIGRATE" "false"
  "KAFKA_BOOTSTRAP_SERVERS" $v.kafka.bootstrapServers
  "KAFKA_REPLICAS" ($v.kafka.replicas | toString)) $env -}}
{{- end -}}
{{- if eq .service "registry-service" -}}
{{- $env = merge (dict
  "IDENTITY_AUTH_URL" $identity
  "IDENTITY_REALM" $v.identity.realm
  "IDENTITY_CLIENT_SECRET_FILE" "/run/secrets/admin-api"
  "IDENTITY_DEFAULT_PASSWORD_FILE" "/run/secrets/default-password") $env -}}
{{- else if eq .service "credential-service" -}}
{{- $env = merge (dict
  "PUBLIC_URL" $v.publicUrl
  "WALLET_AUTHORIZATION_SERVER" $issuer
  "MASTER_KEY_FILE" "/run/secrets/master-key"
  "CERTIFICATE_FONTS" "/app/fonts") $env -}}
{{- else if eq .service "file-service" -}}
{{- $env = merge (dict
  "TRANSFER_PORT" "8082"
  "S3_ENDPOINT" $v.s3.endpoint
  "S3_BUCKET" $v.s3.bucket
  "S3_ACCESS_KEY_FILE" "/run/secrets/s3-access-key"
  "S3_SECRET_KEY_FILE" "/run/secrets/s3-secret-key"
  "S3_SPOOL" "/var/tmp") $env -}}
{{- end -}}
{{ merge (deepCopy (index $v.services .service).env) (deepCopy $v.env) $env | toJson }}
{{- end -}}

{{/* The settings that the migration needs too, as a JSON object. */}}
{{- define "attestry.database" -}}
{{- $p := .root.Values.postgres -}}
{{- $name := printf "attestry_%s" (include "attestry.short" .service) -}}
{{- $env := dict
  "POSTGRES_HOST" $p.host
  "POSTGRES_PORT" ($p.port | toString)
  "POSTGRES_DATABASE" $name
  "POSTGRES_USER" $name
  "POSTGRES_PASSWORD_FILE" "/run/secrets/postgres-password"
  "POSTGRES_SSL_MODE" $p.sslMode -}}
{{- if $p.authority.name -}}
{{- $_ := set $env "POSTGRES_CA_FILE" "/run/secrets/postgres-authority" -}}
{{- end -}}
{{ toJson $env }}
{{- end -}}

{{/* The files of a service in /run/secrets, as a JSON object of name to Secret and key. */}}
{{- define "attestry.databaseFiles" -}}
{{- $v := .root.Values -}}
{{- $files := dict "postgres-password" (index $v.secrets (printf "postgres-%s" (include "attestry.short" .service))) -}}
{{- if $v.postgres.authority.name -}}
{{- $_ := set $files "postgres-authority" $v.postgres.authority -}}
{{- end -}}
{{ toJson $files }}
{{- end -}}

{{- define "attestry.files" -}}
{{- $v := .root.Values -}}
{{- $files := dict
  "bus-authority" (dict "name" $v.bus.name "key" $v.bus.authority)
  "bus-certificate" (dict "name" $v.bus.name "key" (replace "SERVICE" .service $v.bus.certificate))
  "bus-key" (dict "name" $v.bus.name "key" (replace "SERVICE" .service $v.bus.key)) -}}
{{- if ne .service "gateway" -}}
{{- $files = merge $files (include "attestry.databaseFiles" . | fromJson) -}}
{{- end -}}
{{- $own := dict
  "registry-service" (list "admin-api" "default-password")
  "credential-service" (list "master-key")
  "file-service" (list "s3-access-key" "s3-secret-key") -}}
{{- range (get $own .service | default list) -}}
{{- $_ := set $files . (index $v.secrets .) -}}
{{- end -}}
{{ merge $files (deepCopy (index $v.services .service).files) | toJson }}
{{- end -}}

{{/* A volume with the files of a JSON object of name to Secret and key. */}}
{{- define "attestry.secretsVolume" -}}
- name: secrets
  projected:
    defaultMode: 288
    sources:
      {{- range $path, $secret := . }}
      - secret:
          name: {{ $secret.name }}
          items:
            - {key: {{ $secret.key | quote }}, path: {{ $path | quote }}}
      {{- end }}
{{- end -}}

{{- define "attestry.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: {type: RuntimeDefault}
{{- end -}}

{{- define "attestry.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end -}}

{{/* Peers of a NetworkPolicy, if any are given: pass dict "direction" (from or to) and "peers". */}}
{{- define "attestry.peers" -}}
{{- with .peers }}
{{ $.direction }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
