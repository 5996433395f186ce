/** Translates schema documents of a Sunbird RC into documents that this suite publishes. */
package org.attestry.adopt.schemas;
