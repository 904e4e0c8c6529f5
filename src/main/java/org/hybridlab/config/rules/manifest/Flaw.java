package org.hybridlab.config.rules.manifest;

import org.hybridlab.config.rules.core.ManifestNode;

/** @param at the value, or the one around a missing value */
record Flaw(ManifestNode at, String message, String advice) {
}
