package org.hybridlab.vagrant;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Tells one lab on this host from every other: what a provider makes for it carries this name.
 *
 * @param lab the lab's name
 * @param hash six hexadecimal digits of the workspace's path, so that two copies of a lab do not meet
 */
public record LabId(String lab, String hash) {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    /** @throws IllegalArgumentException if the name is no RFC 1123 label, which the rules of a lab file see to */
    public LabId {
        label(lab);
    }

    public static LabId of(String lab, Path workspace) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(workspace.toAbsolutePath().normalize().toString().getBytes(StandardCharsets.UTF_8));
            return new LabId(lab, HexFormat.of().formatHex(digest, 0, 3));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The name of a machine, unique on this host (with an empty name: what all of them begin with), for example {@code hl-first-cluster-3fa9c1-node1}. */
    public String machine(String name) {
        if (!name.isEmpty()) {
            label(name);
        }
        return this + "-" + name;
    }

    /** The name of a network interface of the host, of which Linux takes 15 characters at most. */
    public String bridge() {
        return "hl-" + hash;
    }

    private static void label(String name) {
        if (!LABEL.matcher(name).matches()) {
            throw new IllegalArgumentException("'%s' is not a name of lower case letters, digits and dashes"
                    .formatted(name));
        }
    }

    @Override
    public String toString() {
        return "hl-" + lab + "-" + hash;
    }
}
