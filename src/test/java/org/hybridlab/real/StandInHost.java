package org.hybridlab.real;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.host.UserFolders;

/** What labs with stand-ins need of this host: their container's image, and a registry with images of Windows. */
final class StandInHost {
    /** Of other builds than the machines', and of an earlier revision of theirs. */
    static final List<String> OTHER_VERSIONS = List.of("10.0.17763.8027", "10.0.20348.587", "10.0.26100.1742");

    /** The last revision of the machines' build. */
    static final String VERSION = "10.0.20348.2113";

    private static final String ALLOWED = "-Dhybridlab.standins=true";

    private final Path cache;
    private final DebianRegistry registry;
    private final String mirror;

    private StandInHost(Path cache, DebianRegistry registry, String mirror) {
        this.cache = cache;
        this.registry = registry;
        this.mirror = mirror;
    }

    /** @param folder of the test's own */
    static StandInHost open(Path folder) throws IOException {
        Path cache = ownImages(folder.resolve("cache"));
        DebianRegistry registry = new DebianRegistry(folder.resolve("registry"), false);
        // By an address that a lab file may name: not the loopback's.
        String mirror = "http://%s:%d".formatted(NetworkInterface.getByName("docker0").inetAddresses()
                .filter(Inet4Address.class::isInstance).findFirst().orElseThrow().getHostAddress(), registry.port());
        StandInImage.build(RealLab.copyOf(Path.of("src/test/standin"), "standin", Map.of()));
        return new StandInHost(cache, registry, mirror);
    }

    /** The user's cache, but for images: no lab may ever get those of a test. */
    private static Path ownImages(Path own) throws IOException {
        Path cache = UserFolders.of(System.getenv(), Path.of(System.getProperty("user.home"))).cache();
        Files.createDirectories(own.resolve("hybridlab"));
        try (Stream<Path> all = Files.list(cache)) {
            for (Path one : all.filter(each -> !each.endsWith("images")).toList()) {
                Files.createSymbolicLink(own.resolve("hybridlab").resolve(one.getFileName()), one);
            }
        }
        return own;
    }

    /**
     * An image for each of several builds of Windows.
     *
     * @param name repository and tag
     * @param megabytes of each
     */
    void publish(String name, int megabytes) throws IOException, InterruptedException {
        WindowsIndex.push(registry, name, megabytes,
                Stream.concat(OTHER_VERSIONS.stream(), Stream.of(VERSION)).toArray(String[]::new));
    }

    /** One image for all builds, as those of HostProcess containers are. */
    void publishForEveryBuild(String name) throws IOException, InterruptedException {
        WindowsIndex.push(registry, name, 0, "");
    }

    /**
     * @param source folder of a lab
     * @param name of its copy
     * @param faults of its stand-ins, as JSON
     * @param path of the mirror: with one only the machines know a way to it
     */
    RealLab lab(Path source, String name, String faults, String path) {
        RealLab lab = RealLab.copyOf(source, name, Map.of("HYBRIDLAB_JAVA_OPTIONS", ALLOWED,
                "HYBRIDLAB_STANDIN_FAULTS", faults, "HYBRIDLAB_STANDIN_PREFIX", StandInImage.PREFIX.toString(),
                "XDG_CACHE_HOME", cache.toString()));
        unchecked(() -> Files.writeString(lab.folder().resolve("lab.yaml"), """
                registries:
                  - {host: registry.k8s.io, mirrors: ["%1$s"]}
                  - {host: mcr.microsoft.com, mirrors: ["%1$s"]}
                """.formatted(mirror + path), StandardOpenOption.APPEND));
        return lab;
    }

    /** Where hybridlab keeps the images that it fetched. */
    Path images() {
        return cache.resolve("hybridlab/images");
    }

    /** How often the registry was asked for something. */
    long requests() {
        try (Stream<String> lines = Files.lines(registry.log())) {
            return lines.filter(line -> line.contains("\"GET /v2/")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void close() throws IOException {
        registry.close();
        try (Stream<Path> all = Files.list(cache.resolve("hybridlab"))) {
            for (Path link : all.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }
}
