/** The records of former systems, which keep their ids, owners, times and credentials. */
package org.attestry.registry.adoption;
