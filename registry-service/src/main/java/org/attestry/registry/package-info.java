/** Registry-service: entities, their owners and history, and who may do what with them. */
package org.attestry.registry;
