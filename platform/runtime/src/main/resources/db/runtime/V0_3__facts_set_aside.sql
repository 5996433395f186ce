-- The age of the outbox.
ALTER TABLE outbox ADD COLUMN written_at timestamptz NOT NULL DEFAULT now();

-- Facts that were sent without their data, whole: consumers ask for them by id.
CREATE TABLE fact_data (
  fact_id uuid        PRIMARY KEY,
  event   text        NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX fact_data_sent_at ON fact_data (sent_at);

-- Rows of the outbox that the broker refused for good (with a reason), and those of the same
-- subject behind them (without). They go back by replay, with the seq that they had.
CREATE TABLE outbox_parked (
  seq        bigint      PRIMARY KEY,
  id         uuid        NOT NULL,
  topic      text        NOT NULL,
  subject    text        NOT NULL,
  event      text        NOT NULL,
  written_at timestamptz NOT NULL,
  reason     text,
  parked_at  timestamptz NOT NULL DEFAULT now()
);
-- By hash: a subject that is not one of ours may be longer than an entry of another index.
CREATE INDEX outbox_parked_subject ON outbox_parked USING hash (subject);
CREATE INDEX outbox_parked_refused ON outbox_parked (seq) WHERE reason IS NOT NULL;

-- Records that a handler could not act on (with a reason), and those of the same subject behind
-- them (without). What has a retry_at is tried again then; a refused one without it waits for an
-- operator.
CREATE TABLE inbox_parked (
  seq              bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic            text        NOT NULL,
  partition_number int         NOT NULL,
  record_offset    bigint      NOT NULL,
  subject          text,
  event            bytea,
  tries            int         NOT NULL,
  retry_at         timestamptz,
  reason           text,
  parked_at        timestamptz NOT NULL DEFAULT now(),
  UNIQUE (topic, partition_number, record_offset)
);
CREATE INDEX inbox_parked_subject ON inbox_parked USING hash (subject);
CREATE INDEX inbox_parked_due ON inbox_parked (retry_at) WHERE retry_at IS NOT NULL;
CREATE INDEX inbox_parked_refused ON inbox_parked (seq) WHERE reason IS NOT NULL AND retry_at IS NULL;
