CREATE TABLE effect (fact_id uuid NOT NULL, text text NOT NULL, seq bigint GENERATED ALWAYS AS IDENTITY);
