package org.attestry.bench.load;

import java.util.ArrayList;
import java.util.List;

/** The results of one case. */
public final class Section {

  private final String name;
  private final List<Measured> measured = new ArrayList<>();
  private final List<Ratio> ratios = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private String failure = "";

  public Section(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  public List<Measured> measured() {
    return measured;
  }

  public List<Ratio> ratios() {
    return ratios;
  }

  public List<String> remarks() {
    return remarks;
  }

  /** Returns why the figures must not be used, or an empty string. */
  public String failure() {
    return failure;
  }

  public void add(Measured line) {
    measured.add(line);
    if (line.outcome().requests() == 0) {
      fail("%s at %d connections: no answer.".formatted(line.what(), line.connections()));
    }
    if (line.outcome().errors() > 0) {
      fail(
          "%s at %d connections had %d errors. %s"
              .formatted(
                  line.what(),
                  line.connections(),
                  line.outcome().errors(),
                  line.outcome().reason()));
    }
  }

  public void add(Ratio ratio) {
    ratios.add(ratio);
  }

  public void remark(String sentence, Object... values) {
    remarks.add(sentence.formatted(values));
  }

  public void fail(String reason) {
    failure = failure.isEmpty() ? reason.strip() : failure;
  }
}
