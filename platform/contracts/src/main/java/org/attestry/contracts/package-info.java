/** What every service knows: how a question, a fact and a failure look. */
package org.attestry.contracts;
