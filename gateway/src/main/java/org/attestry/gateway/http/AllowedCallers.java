package org.attestry.gateway.http;

/** Who may call an operation, in words; the service that owns the record decides it. */
public enum AllowedCallers {
  ANYBODY(Token.NEVER, "anybody."),
  CREATORS(
      Token.BY_TYPE,
      "a holder of one of the type's roles; any valid token where the type names none, anybody"
          + " where they contain anonymous."),
  IMPORTERS(
      Token.ALWAYS,
      "admin and a holder of one of the type's roles; any valid token where the type names none or"
          + " anonymous. Who began an import continues it."),
  IMPORT_READERS(Token.ALWAYS, "who began the import, and the admin."),
  INVITERS(
      Token.BY_TYPE,
      "a holder of one of the type's invite roles; any valid token where the type names none,"
          + " anybody where they contain anonymous."),
  READERS(
      Token.BY_TYPE,
      "owner and admin in full view; a holder of one of the type's roles, anybody where it names"
          + " none, and its attestors in public view, attestors with the properties of the claims"
          + " that wait for them. Without a token where the roles contain anonymous."),
  LISTERS(
      Token.BY_TYPE,
      "a caller with a token, who gets the own records; without a token where the type's roles"
          + " contain anonymous, in public view."),
  CHANGERS(
      Token.ALWAYS,
      "owner and admin; for an entity without owner a holder of one of the type's roles."),
  CONTRIBUTORS(
      Token.BY_TYPE,
      "owner and admin; for an entity without owner a holder of one of the type's roles. Without a"
          + " token where the roles contain anonymous."),
  /** The interface has every refusal of theirs as 401. */
  REVOKERS(
      Token.BY_TYPE,
      "owner and admin; for an entity without owner a holder of one of the type's roles. Without a"
          + " token where the roles contain anonymous. Whoever may not is answered 401."),
  OWNERS(Token.ALWAYS, "owner and admin."),
  ATTESTORS(
      Token.ALWAYS,
      "a holder of the role named as the type in the path, for whom the policy's condition holds."),
  CLAIM_READERS(
      Token.BY_TYPE,
      "who has raised the claim, and the attestors who could decide it. Without a token where the"
          + " type's roles contain anonymous."),
  CLAIM_PARTIES(
      Token.ALWAYS, "who may change the claim's entity, and the attestors who could decide it."),
  CLAIM_LISTERS(Token.ALWAYS, "who has raised claims, and the attestors who could decide them."),
  SIGNERS(Token.ALWAYS, "the roles that the deployment lets sign: admin and signer by default."),
  TOKEN_HOLDERS(Token.ALWAYS, "any valid token."),
  ADMINS(Token.ALWAYS, "the admin role.");

  private final Token token;
  private final String sentence;

  AllowedCallers(Token token, String sentence) {
    this.token = token;
    this.sentence = sentence;
  }

  /** Whether a request needs a token. */
  public enum Token {
    /** Not read. */
    NEVER,
    /** Needed unless the type's roles contain {@code anonymous}. */
    BY_TYPE,
    ALWAYS
  }

  public Token token() {
    return token;
  }

  /** Who it is, in words that follow "Who may call: ". */
  public String sentence() {
    return sentence;
  }
}
