package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A published type as a description shows it.
 *
 * @param name as paths have it
 * @param definition the name of its definition: the type's own, unless a fixed definition has it
 * @param shape its public shape in draft-07
 */
record DescribedType(String name, String definition, ObjectNode shape) {}
