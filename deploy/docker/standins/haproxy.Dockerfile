# In place of the public image of HAProxy.
ARG BASE
FROM ${BASE}
COPY root /
RUN useradd --uid 99 --user-group --no-create-home --shell /usr/sbin/nologin haproxy && ldconfig
USER 99
EXPOSE 8443
