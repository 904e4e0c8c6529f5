package org.hybridlab.rules.manifest;

import org.hybridlab.rules.ManifestNode;

/**
 * What is wrong with one value of a manifest.
 *
 * @param at the value, or what it should be in
 */
record Flaw(ManifestNode at, String message, String advice) {
}
