package org.attestry.credential;

import org.attestry.contracts.Fact;
import org.attestry.contracts.credential.CertificateOperations;
import org.attestry.contracts.credential.ContextOperations;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.IssuerOperations;
import org.attestry.contracts.credential.OfferOperations;
import org.attestry.contracts.credential.PresentationOperations;
import org.attestry.contracts.credential.WalletOperations;
import org.attestry.credential.certificate.CheckCertificateTemplates;
import org.attestry.credential.certificate.ManageCertificateTemplates;
import org.attestry.credential.certificate.PreviewCertificateTemplate;
import org.attestry.credential.certificate.RenderCertificate;
import org.attestry.credential.context.ManageContexts;
import org.attestry.credential.context.ReadPublicDocuments;
import org.attestry.credential.issue.CheckTemplate;
import org.attestry.credential.issue.IssueCredential;
import org.attestry.credential.issue.ReadCredentialType;
import org.attestry.credential.issue.SignAsJwt;
import org.attestry.credential.issue.SignAsSdJwt;
import org.attestry.credential.issue.SignCredential;
import org.attestry.credential.issuer.AdministerIssuers;
import org.attestry.credential.issuer.AdministerKeys;
import org.attestry.credential.issuer.CreateIssuer;
import org.attestry.credential.issuer.ImportKey;
import org.attestry.credential.issuer.RegisterIssuers;
import org.attestry.credential.offer.ManageOffers;
import org.attestry.credential.presentation.ManagePresentationQueries;
import org.attestry.credential.presentation.ReadPresentation;
import org.attestry.credential.presentation.ReadRequestObject;
import org.attestry.credential.presentation.ReceivePresentation;
import org.attestry.credential.presentation.RequestPresentation;
import org.attestry.credential.revoke.ImportRevocations;
import org.attestry.credential.revoke.ReadRevoked;
import org.attestry.credential.statuslist.ReadStatusList;
import org.attestry.credential.verify.VerifyCredential;
import org.attestry.credential.verify.VerifyIssued;
import org.attestry.credential.verify.VerifyPresentation;
import org.attestry.credential.wallet.IssueAccessToken;
import org.attestry.credential.wallet.IssueCopies;
import org.attestry.credential.wallet.IssueNonce;
import org.attestry.credential.wallet.NotifyIssuer;
import org.attestry.credential.wallet.ReadWalletMetadata;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.facts.FactHandlers;

/** The operations of credential-service, and the use case of each. */
final class CredentialBus {

  private CredentialBus() {}

  /** What signs, and the lists of what was signed. */
  public static BusServer bindSigning(
      BusServer bus,
      SignCredential sign,
      IssueCredential issue,
      CheckTemplate checkTemplate,
      ReadStatusList readStatusList) {
    return bus.bind(CredentialOperations.SIGN_CREDENTIAL, sign::handle)
        .bind(CredentialOperations.ISSUE_CREDENTIAL, issue::handle)
        .bind(CredentialOperations.CHECK_TEMPLATE, checkTemplate::handle)
        .bind(CredentialOperations.READ_STATUS_LIST, readStatusList::readStatusList)
        .bind(CredentialOperations.READ_TOKEN_STATUS_LIST, readStatusList::readTokenStatusList);
  }

  public static BusServer bindVerification(
      BusServer bus, VerifyCredential verify, VerifyIssued verifyIssued) {
    return bus.bind(CredentialOperations.VERIFY_CREDENTIAL, verify::handle)
        .bind(CredentialOperations.VERIFY_ISSUED, verifyIssued::verifyIssued)
        .bind(CredentialOperations.FIND_ISSUED, verifyIssued::findIssued);
  }

  /** Contexts and DID documents. */
  public static BusServer bindPublic(BusServer bus, ReadPublicDocuments read) {
    return bus.bind(CredentialOperations.READ_CONTEXT, read::readContext)
        .bind(CredentialOperations.READ_DID_DOCUMENT, read::readDidDocument)
        .bind(CredentialOperations.READ_JWT_VC_ISSUER, read::readJwtVcIssuer);
  }

  /** Facts that other services hand over. */
  public static BusServer bindFacts(BusServer bus, FactHandlers facts) {
    return bus.bind(Fact.deliveryTo("credential"), facts::accept);
  }

  /** Issuers and keys, for admins. */
  public static BusServer bindAdministration(
      BusServer bus,
      CreateIssuer createIssuer,
      RegisterIssuers registerIssuers,
      AdministerIssuers issuers,
      ImportKey importKey,
      AdministerKeys keys) {
    return bus.bind(IssuerOperations.CREATE_ISSUER, createIssuer::handle)
        .bind(IssuerOperations.REGISTER_ISSUERS, registerIssuers::handle)
        .bind(IssuerOperations.LIST_ISSUERS, issuers::listIssuers)
        .bind(IssuerOperations.DISABLE_ISSUER, issuers::disableIssuer)
        .bind(IssuerOperations.ENABLE_ISSUER, issuers::enableIssuer)
        .bind(IssuerOperations.IMPORT_KEY, importKey::handle)
        .bind(IssuerOperations.LIST_KEYS, keys::listKeys)
        .bind(IssuerOperations.ROTATE_KEY, keys::rotateKey)
        .bind(IssuerOperations.REVOKE_KEY, keys::revokeKey);
  }

  /** Further forms of issued credentials. */
  public static BusServer bindForms(
      BusServer bus, SignAsJwt signAsJwt, SignAsSdJwt signAsSdJwt, ReadCredentialType readType) {
    return bus.bind(CredentialOperations.SIGN_AS_JWT, signAsJwt::handle)
        .bind(CredentialOperations.SIGN_AS_SD_JWT, signAsSdJwt::handle)
        .bind(CredentialOperations.READ_CREDENTIAL_TYPE, readType::handle);
  }

  /** Offers, and what wallets request. */
  public static BusServer bindWallets(
      BusServer bus,
      ManageOffers offers,
      ReadWalletMetadata metadata,
      IssueAccessToken tokens,
      IssueNonce nonces,
      IssueCopies copies,
      NotifyIssuer notify) {
    return bus.bind(OfferOperations.CREATE_OFFER, offers::createOffer)
        .bind(OfferOperations.READ_OFFER, offers::readOffer)
        .bind(OfferOperations.WITHDRAW_OFFER, offers::withdrawOffer)
        .bind(WalletOperations.READ_CREDENTIAL_OFFER, offers::readCredentialOffer)
        .bind(WalletOperations.READ_ISSUER_METADATA, metadata::readIssuerMetadata)
        .bind(WalletOperations.READ_AUTHORIZATION_METADATA, metadata::readAuthorizationMetadata)
        .bind(WalletOperations.ISSUE_ACCESS_TOKEN, tokens::handle)
        .bind(WalletOperations.ISSUE_NONCE, nonces::handle)
        .bind(WalletOperations.ISSUE_COPIES, copies::handle)
        .bind(WalletOperations.NOTIFY_ISSUER, notify::handle);
  }

  /** Presentations. */
  public static BusServer bindPresentations(BusServer bus, VerifyPresentation verify) {
    return bus.bind(CredentialOperations.VERIFY_PRESENTATION, verify::handle);
  }

  /** Presentations that are requested from wallets. */
  public static BusServer bindRequestedPresentations(
      BusServer bus,
      RequestPresentation request,
      ReadPresentation read,
      ReadRequestObject readRequestObject,
      ReceivePresentation receive,
      ManagePresentationQueries queries) {
    return bus.bind(PresentationOperations.REQUEST_PRESENTATION, request::handle)
        .bind(PresentationOperations.READ_PRESENTATION, read::readPresentation)
        .bind(PresentationOperations.DELETE_PRESENTATION, read::deletePresentation)
        .bind(PresentationOperations.READ_REQUEST_OBJECT, readRequestObject::handle)
        .bind(PresentationOperations.RECEIVE_PRESENTATION, receive::handle)
        .bind(PresentationOperations.STORE_PRESENTATION_QUERY, queries::storePresentationQuery)
        .bind(PresentationOperations.LIST_PRESENTATION_QUERIES, queries::listPresentationQueries)
        .bind(PresentationOperations.READ_PRESENTATION_QUERY, queries::readPresentationQuery)
        .bind(PresentationOperations.DELETE_PRESENTATION_QUERY, queries::deletePresentationQuery);
  }

  /** What was revoked, here and by former systems, for admins. */
  public static BusServer bindRevocations(
      BusServer bus, ReadRevoked readRevoked, ImportRevocations revocations) {
    return bus.bind(CredentialOperations.READ_REVOKED, readRevoked::readRevoked)
        .bind(CredentialOperations.SEARCH_REVOKED, readRevoked::searchRevoked)
        .bind(CredentialOperations.IMPORT_REVOCATIONS, revocations::handle);
  }

  /** The contexts that an admin manages. */
  public static BusServer bindContexts(BusServer bus, ManageContexts contexts) {
    return bus.bind(ContextOperations.UPLOAD_CONTEXT, contexts::uploadContext)
        .bind(ContextOperations.LIST_CONTEXTS, contexts::listContexts)
        .bind(ContextOperations.READ_UPLOADED_CONTEXT, contexts::readUploadedContext)
        .bind(ContextOperations.DELETE_CONTEXT, contexts::deleteContext);
  }

  /** Certificates, and the templates that an admin manages. */
  public static BusServer bindCertificates(
      BusServer bus,
      RenderCertificate render,
      ManageCertificateTemplates templates,
      PreviewCertificateTemplate preview,
      CheckCertificateTemplates check) {
    return bus.bind(CertificateOperations.RENDER_CERTIFICATE, render::handle)
        .bind(
            CertificateOperations.UPLOAD_CERTIFICATE_TEMPLATE, templates::uploadCertificateTemplate)
        .bind(CertificateOperations.LIST_CERTIFICATE_TEMPLATES, templates::listCertificateTemplates)
        .bind(CertificateOperations.READ_CERTIFICATE_TEMPLATE, templates::readCertificateTemplate)
        .bind(
            CertificateOperations.DELETE_CERTIFICATE_TEMPLATE, templates::deleteCertificateTemplate)
        .bind(CertificateOperations.PREVIEW_CERTIFICATE_TEMPLATE, preview::handle)
        .bind(CertificateOperations.CHECK_CERTIFICATE_TEMPLATES, check::handle);
  }
}
