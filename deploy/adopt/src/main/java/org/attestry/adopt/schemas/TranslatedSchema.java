package org.attestry.adopt.schemas;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A schema that this suite publishes.
 *
 * @param status the state there
 * @param templates what its {@code certificateTemplates} name
 */
public record TranslatedSchema(
    String name, String status, ObjectNode document, List<Template> templates) {}
