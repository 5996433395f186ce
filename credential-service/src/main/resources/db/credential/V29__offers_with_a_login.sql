-- Whether the offer names the login at the identity provider too (OpenID4VCI 1.0, section 4.1.1).
ALTER TABLE wallet_offer ADD COLUMN login boolean NOT NULL DEFAULT false;
