package org.attestry.contracts.credential;

import org.attestry.contracts.JsonBytes;

/**
 * @param presentation a presentation with its proof, a JSON object; or in a JWT (vp+jwt)
 * @param challenge what the proof must have as challenge, or null for anything
 * @param domain whom the proof must be meant for, or null for anybody
 */
public record VerifyPresentationRequest(JsonBytes presentation, String challenge, String domain) {}
