/** Registry-service: entities, their owners and history, and the access rules. */
package org.attestry.registry;
