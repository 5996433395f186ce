/** Makes credentials from templates, in each form. */
package org.attestry.credential.issue;
