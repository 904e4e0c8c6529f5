package org.hybridlab.config.rules.core;

/**
 * @param file below the lab's folder, with slashes
 * @param line from 1
 * @param column from 1
 */
public record ManifestMark(String file, int line, int column) {
}
