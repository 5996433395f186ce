# S3Proxy in place of MinIO.
ARG BASE
FROM ${BASE}
COPY s3proxy.jar minio-logback.xml /opt/s3proxy/
COPY minio-entrypoint /usr/bin/docker-entrypoint.sh
VOLUME /data
EXPOSE 9000
ENTRYPOINT ["/usr/bin/docker-entrypoint.sh"]
CMD ["minio"]
