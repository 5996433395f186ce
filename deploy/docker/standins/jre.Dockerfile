# In place of eclipse-temurin:25-jre.
ARG BASE
FROM ${BASE}
ENV JAVA_HOME=/opt/java/openjdk PATH=/opt/java/openjdk/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
COPY jre /opt/java/openjdk
