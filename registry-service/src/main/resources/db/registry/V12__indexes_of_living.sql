-- The indexes of values have none of what is deleted; they are built anew in the background, and the
-- former ones dropped then.
UPDATE entity_type SET indexed = -1;
