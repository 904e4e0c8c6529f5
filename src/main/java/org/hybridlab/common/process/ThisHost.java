package org.hybridlab.common.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Identifies this host, since home folders may be shared, and process ids and containers are local.
 *
 * @param id constant for an installed system, or empty; the machine id cannot be computed from it, as machine-id(5)
 * demands
 * @param name host name for people; may be empty
 */
public record ThisHost(String id, String name) {
    private static final ThisHost HERE = look(Path.of("/"), System.getenv());

    public static ThisHost here() {
        return HERE;
    }

    /** @param root of the file system */
    static ThisHost look(Path root, Map<String, String> environment) {
        Optional<String> name = Stream.of(line(root.resolve("proc/sys/kernel/hostname")),
                Optional.ofNullable(environment.get("COMPUTERNAME"))).flatMap(Optional::stream).findFirst();
        Optional<String> machine = Stream.of("etc/machine-id", "var/lib/dbus/machine-id")
                .map(file -> line(root.resolve(file))).flatMap(Optional::stream).findFirst();
        return new ThisHost(machine.or(() -> name).map(ThisHost::hash).orElse(""),
                name.or(() -> Optional.ofNullable(environment.get("HOSTNAME"))).orElse(""));
    }

    /** Whether a host id may be this host's. An unknown id may be any. */
    public boolean mayBe(String other) {
        return other.isEmpty() || id.isEmpty() || id.equals(other);
    }

    private static Optional<String> line(Path file) {
        try {
            return Files.isReadable(file) ? Files.readAllLines(file).stream().map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.equals("uninitialized")).findFirst() : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String hash(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                    .digest(("hybridlab " + text).getBytes(StandardCharsets.UTF_8)), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
