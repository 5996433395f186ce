/** JSON in and out, with limits. */
package org.attestry.runtime.json;
