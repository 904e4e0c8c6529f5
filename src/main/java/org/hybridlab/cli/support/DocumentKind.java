package org.hybridlab.cli.support;

/**
 * A kind of document of {@code --output json}. The command that prints it has it as a constant.
 *
 * @param id the document's {@code kind}, and the name of its schema in {@code data/schema}
 * @param data record of the document's data: components are keys
 */
public record DocumentKind<T>(String id, Class<T> data) {
    /** Rises when a key is removed or changes its meaning. A new key does not raise it. */
    static final int SCHEMA_VERSION = 1;
    static final DocumentKind<JsonEnvelope.Error> ERROR = new DocumentKind<>("error", JsonEnvelope.Error.class);
}
