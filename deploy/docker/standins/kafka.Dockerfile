# In place of apache/kafka.
ARG BASE
FROM ${BASE}
RUN useradd --uid 1000 --create-home --shell /bin/bash appuser \
  && install --directory --owner appuser --group root --mode 775 /var/lib/kafka/data
COPY kafka /opt/kafka/libs
COPY kafka-entrypoint /etc/kafka/docker/run
USER appuser
VOLUME /var/lib/kafka/data
EXPOSE 9092
CMD ["/etc/kafka/docker/run"]
