/** The only door of the suite: HTTP in, tokens checked, questions on the bus. */
package org.attestry.gateway;
