package org.hybridlab.artifact.image;

import java.nio.file.Path;

/**
 * An image on this host.
 *
 * @param archive for {@code ctr images import}
 * @param osVersion for example 10.0.20348.2113; may be empty
 */
public record KeptImage(WantedImage image, Path archive, String osVersion, String digest, String sha256, long bytes) {
}
