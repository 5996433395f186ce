-- A row lives for some milliseconds: compressing its event would cost more than writing it.
ALTER TABLE outbox SET (toast_tuple_target = 8160);
