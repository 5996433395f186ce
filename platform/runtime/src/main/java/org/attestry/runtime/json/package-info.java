/** Reading and writing JSON, with limits. */
package org.attestry.runtime.json;
