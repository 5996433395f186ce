/** Files that belong to a property of an entity: their records in PostgreSQL, their bytes in S3. */
package org.attestry.file;
