SELECT * FROM a_table_that_nobody_made;
