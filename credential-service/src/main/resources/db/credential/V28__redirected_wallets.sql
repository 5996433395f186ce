-- Where the user of a wallet goes on after the response, and the code (SHA-256, hex) that the wallet
-- takes there, with which alone the result is read (OpenID4VP 1.0, section 13.3).
ALTER TABLE presentation_request
  ADD COLUMN redirect_uri  text,
  ADD COLUMN response_code text;
