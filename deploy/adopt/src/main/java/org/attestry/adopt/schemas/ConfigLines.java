package org.attestry.adopt.schemas;

import org.attestry.adopt.report.Finding;
import org.attestry.adopt.report.Report;

/** Adds lines about the members of one object in a document. */
record ConfigLines(Report report, String schema, String pointer) {

  void changed(String member, String sentence) {
    report.add(Finding.CHANGED, subject(member), sentence);
  }

  void lost(String member, String sentence) {
    report.add(Finding.LOST, subject(member), sentence);
  }

  ConfigLines at(String member) {
    return new ConfigLines(report, schema, pointer + "/" + member);
  }

  private String subject(String member) {
    return "%s %s%s".formatted(schema, pointer, member.isEmpty() ? "" : "/" + member);
  }
}
