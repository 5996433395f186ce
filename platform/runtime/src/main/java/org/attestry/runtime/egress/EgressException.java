package org.attestry.runtime.egress;

/** A document was not fetched. */
public final class EgressException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final EgressRefusal refusal;

  EgressException(EgressRefusal refusal) {
    super(refusal.code(), null, false, false);
    this.refusal = refusal;
  }

  public EgressRefusal refusal() {
    return refusal;
  }
}
