/** What is measured: one class for each part of the report. */
package org.attestry.bench.cases;
