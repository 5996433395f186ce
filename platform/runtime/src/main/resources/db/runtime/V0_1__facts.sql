-- Facts on their way to the broker: written in the transaction of the change they tell of,
-- deleted after the broker acknowledged them.
CREATE TABLE outbox (
  seq     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id      uuid   NOT NULL,
  topic   text   NOT NULL,
  subject text   NOT NULL,
  event   text   NOT NULL
);

-- Facts that this service has acted on: written in the transaction of their effect.
CREATE TABLE inbox (
  event_id    uuid        PRIMARY KEY,
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX inbox_received_at ON inbox (received_at);
