package org.attestry.kubernetes;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** An object of Kubernetes, as YAML describes it. */
record Manifest(Object yaml) {

  String kind() {
    return (String) at("kind");
  }

  String name() {
    return (String) at("metadata", "name");
  }

  /** The name of the service whose pods it describes, without the suffix of its migration. */
  String service() {
    return ((String) at("metadata", "labels", "app.kubernetes.io/component"))
        .replace("-migration", "");
  }

  /** Returns the value below keys of objects and indexes of lists; null if there is none. */
  Object at(Object... path) {
    Object value = yaml;
    for (Object key : path) {
      value =
          switch (value) {
            case Map<?, ?> map -> map.get(key);
            case List<?> list -> list.get((Integer) key);
            case null, default -> null;
          };
    }
    return value;
  }

  Manifest container() {
    return new Manifest(at("spec", "template", "spec", "containers", 0));
  }

  /** Returns the container's environment; a value that comes from the pod is the field's path. */
  Map<String, String> environment() {
    Map<String, String> environment = new LinkedHashMap<>();
    for (Manifest one : container().list("env")) {
      Object value = one.at("value");
      Object field = one.at("valueFrom", "fieldRef", "fieldPath");
      environment.put((String) one.at("name"), value == null ? "field:" + field : (String) value);
    }
    return environment;
  }

  /** Returns the paths below which the container has files of Secrets. */
  Set<String> secretFiles() {
    Set<String> files = new TreeSet<>();
    Stream.of(this)
        .flatMap(pod -> pod.list("spec", "template", "spec", "volumes").stream())
        .filter(volume -> volume.at("projected") != null)
        .flatMap(volume -> volume.list("projected", "sources").stream())
        .flatMap(source -> source.list("secret", "items").stream())
        .forEach(item -> files.add("/run/secrets/" + item.at("path")));
    return files;
  }

  /** Returns the elements of a list; none if there is no list. */
  List<Manifest> list(Object... path) {
    return at(path) instanceof List<?> list ? list.stream().map(Manifest::new).toList() : List.of();
  }
}
