package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.FailureException;
import org.attestry.credential.canonical.CanonicalForm;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.canonical.Canonicalizer.ReadDocument;
import org.attestry.credential.canonical.CountedGraph;
import org.attestry.credential.canonical.RdfStatements.Statement;
import org.attestry.credential.jsonld.DocumentViolations;
import org.attestry.credential.jsonld.Rules;
import org.attestry.credential.proof.Proofs.Presentation;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.runtime.fair.Budget;

/**
 * The statements of a presentation. Its credentials are separate graphs, and so are their proofs
 * (W3C Verifiable Credentials Data Model 2.0, section 4.13, and the contexts of 1.1). Each is read
 * separately, under its own contexts and in safe mode, because a credential that needs terms of the
 * presentation would not verify by itself. So a context of the presentation that gives a credential
 * another meaning makes other statements than the holder signed, and the proof is invalid.
 * Credentials that are texts make no statements.
 *
 * @param own the presentation without its credentials
 * @param labelled whether a node of any part has a label
 */
record PresentationStatements(ReadDocument own, CanonicalForm form, boolean labelled) {

  private static final String VOCABULARY = "https://www.w3.org/2018/credentials#";
  private static final String PRESENTATION = VOCABULARY + "VerifiablePresentation";
  private static final String HOLDER = VOCABULARY + "holder";
  private static final String CREDENTIAL = VOCABULARY + "verifiableCredential";
  private static final String PROOF = ProofStatements.SECURITY + "proof";

  /**
   * @param withCredentials whether the credentials are read too; false if the proof covers the
   *     JSON, because then their own verification reads them
   * @throws FailureException of kind INVALID with pointers to unsigned parts, or the failure of a
   *     spent budget
   */
  static PresentationStatements read(
      Presentation presentation,
      boolean withCredentials,
      Map<String, JsonNode> contexts,
      Canonicalizer canonicalizer,
      Budget budget) {
    ReadDocument own = canonicalizer.read(presentation.own(), contexts, Rules.VERIFY, budget);
    Parts parts = new Parts(contexts, canonicalizer, budget);
    String root = parts.add(own, null);
    if (withCredentials) {
      presentation.documents().forEach(credential -> parts.addCredential(root, credential));
    }
    return new PresentationStatements(own, parts.form(), parts.labelled);
  }

  SignedTerms terms() {
    return own.terms();
  }

  /** Says whether it is a presentation whose credentials are all at the expected place. */
  boolean isPresentation() {
    return own.terms().types().contains(PRESENTATION)
        && own.statements().stream().noneMatch(one -> one.predicate().equals(CREDENTIAL));
  }

  List<String> holders() {
    return own.statements().stream()
        .filter(one -> one.subject().equals(own.root()) && one.predicate().equals(HOLDER))
        .map(Statement::object)
        .toList();
  }

  /** A statement in a graph; null for the default one. */
  private record Quad(Statement statement, String graph) {}

  /** The documents of a presentation; each has its own blank nodes. */
  private static final class Parts {

    private final Map<String, JsonNode> contexts;
    private final Canonicalizer canonicalizer;
    private final Budget budget;
    private final List<Quad> quads = new ArrayList<>();
    private int parts;
    private boolean labelled;

    Parts(Map<String, JsonNode> contexts, Canonicalizer canonicalizer, Budget budget) {
      this.contexts = contexts;
      this.canonicalizer = canonicalizer;
      this.budget = budget;
    }

    /** Adds a document and returns its node. */
    String add(ReadDocument read, String graph) {
      int part = parts++;
      labelled |= read.terms().labelled();
      for (Statement one : read.statements()) {
        String object = one.datatype() == null ? ofPart(one.object(), part) : one.object();
        quads.add(new Quad(one.with(ofPart(one.subject(), part), object), graph));
      }
      return ofPart(read.root(), part);
    }

    private static String ofPart(String node, int part) {
      return node.startsWith("_:") ? "_:p" + part + node.substring(2) : node;
    }

    void addCredential(String presentation, ObjectNode signed) {
      ObjectNode credential = signed.deepCopy();
      JsonNode proof = credential.remove("proof");
      String graph = graph(presentation, CREDENTIAL, null);
      String root = add(canonicalizer.read(credential, contexts, Rules.VERIFY, budget), graph);
      for (JsonNode one : proofs(proof)) {
        addProof(root, graph, one, credential.path("@context"));
      }
    }

    private static Iterable<JsonNode> proofs(JsonNode proof) {
      if (proof == null) {
        return List.of();
      }
      return proof.isArray() ? proof : List.of(proof);
    }

    private void addProof(String credential, String graph, JsonNode proof, JsonNode context) {
      if (!(proof instanceof ObjectNode object)) {
        DocumentViolations violations = new DocumentViolations();
        violations.add("proof", "A proof of a credential is no JSON object.");
        violations.refuse();
        return;
      }
      ObjectNode document = object.deepCopy();
      document.set("@context", context);
      ReadDocument read = canonicalizer.read(document, contexts, Rules.VERIFY, budget);
      add(read, graph(credential, PROOF, graph));
    }

    /** Returns a new graph, to which the node is linked. */
    private String graph(String from, String by, String in) {
      String graph = "_:g" + quads.size();
      quads.add(new Quad(new Statement(from, by, graph, null, null), in));
      return graph;
    }

    CanonicalForm form() {
      return CountedGraph.orRefuse(
          "presentation",
          () -> {
            CountedGraph all = new CountedGraph(budget);
            for (Quad quad : quads) {
              all.add(quad.statement(), quad.graph());
            }
            return all.canonicalForm();
          });
    }
  }
}
