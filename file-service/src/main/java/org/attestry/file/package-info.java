/** Files that hang on a property of an entity: their records in Postgres, their bytes in S3. */
package org.attestry.file;
