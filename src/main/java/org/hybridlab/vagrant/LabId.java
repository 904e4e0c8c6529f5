package org.hybridlab.vagrant;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Tells one lab on this host from every other: what a provider makes for it carries this name.
 *
 * @param lab the lab's name
 * @param hash six hexadecimal digits of the workspace's path, so that two copies of a lab do not meet
 */
public record LabId(String lab, String hash) {
    public static LabId of(String lab, Path workspace) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(workspace.toAbsolutePath().normalize().toString().getBytes(StandardCharsets.UTF_8));
            return new LabId(lab, HexFormat.of().formatHex(digest, 0, 3));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The name of a machine, unique on this host, for example {@code hl-first-cluster-3fa9c1-node1}. */
    public String machine(String name) {
        return this + "-" + name;
    }

    /** The name of a network interface of the host, of which Linux takes 15 characters at most. */
    public String bridge() {
        return "hl-" + hash;
    }

    @Override
    public String toString() {
        return "hl-" + lab + "-" + hash;
    }
}
