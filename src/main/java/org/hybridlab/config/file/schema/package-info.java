/**
 * The shapes that values can have, each with its check, its part of the JSON Schema and its rules. Which keys a lab
 * file has is not said here but in {@code reader}.
 */
package org.hybridlab.config.file.schema;
