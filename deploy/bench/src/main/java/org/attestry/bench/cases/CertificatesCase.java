package org.attestry.bench.cases;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.attestry.bench.load.Bench;
import org.attestry.bench.load.BenchFailure;
import org.attestry.bench.load.BenchTypes;
import org.attestry.bench.load.Load;
import org.attestry.bench.load.Measured;
import org.attestry.bench.load.Ratio;
import org.attestry.bench.load.Section;

/**
 * Measures certificates of one entity in each format, compared with the same entity as JSON, and
 * the latency of JSON reads while sixteen clients request PDFs.
 */
public final class CertificatesCase implements BenchCase {

  private static final String TYPE = "Titled";
  private static final int PDF_CLIENTS = 16;
  private static final String PDF = "application/pdf";

  @Override
  public void run(Bench bench, Section found) {
    bench.types().publish(BenchTypes.titled(TYPE));
    String id = bench.types().create(TYPE, BenchTypes.titledEntity());
    Load json = Load.of("GET", "/api/v1/" + TYPE + "/" + id, "");
    bench.warmUp("read as JSON", json);
    found.add(bench.measure("read as JSON", json, 1));
    alone(bench, found, "html", json.accept("text/html"));
    alone(bench, found, "svg", json.accept("image/svg+xml"));
    alone(bench, found, "pdf", json.accept(PDF));
    beside(bench, found, json, json.accept(PDF));
  }

  private static void alone(Bench bench, Section found, String form, Load load) {
    bench.warmUp(form + " certificate", load);
    Measured measured = bench.measure(form + " certificate", load, 1);
    found.add(measured);
    found.add(
        new Ratio(
            form + " certificate, p50 in ms at 1 connection",
            "certificate." + form,
            measured.outcome().p50()));
  }

  private static void beside(Bench bench, Section found, Load json, Load pdf) {
    Measured before = bench.measure("read, no certificates", json, 1);
    CompletableFuture<Measured> pdfs =
        CompletableFuture.supplyAsync(() -> bench.measure("pdf beside reads", pdf, PDF_CLIENTS));
    Measured during = bench.measure("read beside 16 clients of pdf", json, 1);
    found.add(before);
    found.add(during.besideAnother());
    found.add(joined(pdfs).besideAnother());
    found.add(
        new Ratio(
            "read beside 16 clients of pdf, p50 in ms at 1 connection",
            "certificate.beside",
            during.outcome().p50()));
    found.add(
        new Ratio(
            "the same / without them",
            "certificate.ratio",
            during.outcome().p50() / before.outcome().p50()));
  }

  private static Measured joined(CompletableFuture<Measured> other) {
    try {
      return other.join();
    } catch (CompletionException e) {
      throw new BenchFailure("The load beside reads failed: " + e.getCause().getMessage(), e);
    }
  }
}
