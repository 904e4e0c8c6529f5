package org.hybridlab.artifact.image;

/**
 * A place for images.
 *
 * @param host with a port if it has one, for example {@code mirror.example:5000}
 * @param plainHttp without TLS
 * @param mirror whether it stands in for the image's registry; mirrors get no login
 */
public record Origin(String host, boolean plainHttp, boolean mirror) {
}
