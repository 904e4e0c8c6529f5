package org.hybridlab.artifact.image;

/**
 * A place that may have images.
 *
 * @param host with a port if it has one, for example {@code mirror.example:5000}
 * @param plainHttp whether it is spoken to without TLS
 * @param mirror whether it is asked in place of the registry that an image's name begins with; mirrors get no login
 */
public record Origin(String host, boolean plainHttp, boolean mirror) {
}
