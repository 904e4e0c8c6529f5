package org.hybridlab.config.rules.manifest;

import org.hybridlab.config.rules.core.ManifestNode;

/**
 * What is wrong with one value of a manifest.
 *
 * @param at the value, or what it should be in
 */
record Flaw(ManifestNode at, String message, String advice) {
}
