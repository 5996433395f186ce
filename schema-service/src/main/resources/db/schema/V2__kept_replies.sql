-- Replies to calls that changed a schema, with what is done after the commit. A call that comes
-- again, because a replica died before it replied, gets the reply that is here. Kept for a day.
CREATE TABLE kept_reply (
  call_id uuid PRIMARY KEY,
  reply   text NOT NULL
);
