/** The contracts between services: operations, facts, failures and the context of calls. */
package org.attestry.contracts;
