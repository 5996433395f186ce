-- Replies to calls that deleted files. A call that comes again, because a replica died before it
-- replied, gets the reply that is here. Kept for a day.
CREATE TABLE kept_reply (
  call_id uuid PRIMARY KEY,
  reply   text NOT NULL
);
