package org.hybridlab.artifact.box;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.artifact.bundle.CacheFolder;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.bundle.HostProxy;
import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.ShellQuoting;
import org.hybridlab.config.model.Arch;

/** Root file systems from the host's Debian mirror, built by mmdebstrap and cached as tar files. */
final class Debian {
    private static final Duration LONGEST = Duration.ofMinutes(30);
    /** Learners use --help and the web. Without these, a box is a third smaller. */
    private static final List<String> LEFT_OUT = List.of("/usr/share/man/*", "/usr/share/locale/*",
            "/usr/share/doc/*", "/usr/share/info/*");

    /** Settings of {@code --aptopt} would stay in the tree. */
    private static final String IN_TREE = "/etc/apt/apt.conf.d/98proxy";
    /** Part of the cache key. Older tar files, without a number, contain the host's proxy. */
    private static final String MAKING = " 2";

    private final Path cache;
    private final AptSources sources;
    private final String proxies;
    private final Root root;
    private final Processes processes;

    /** @param cache folder of tar files */
    Debian(Path cache, AptSources sources, Map<String, String> environment, Root root, Processes processes) {
        this.cache = cache;
        this.sources = sources;
        this.proxies = proxy("http", environment, sources) + proxy("https", environment, sources);
        this.root = root;
        this.processes = processes;
    }

    /** apt's proxy settings; empty if none. apt itself reads only {@code no_proxy}. */
    private static String proxy(String scheme, Map<String, String> environment, AptSources sources) {
        return HostProxy.variable(scheme + "_proxy", environment)
                .map(url -> url.contains("://") ? url : "http://" + url)
                .map(url -> "Acquire::%s::Proxy \"%s\";\n".formatted(scheme, url) + sources.hosts(scheme).stream()
                        .filter(host -> HostProxy.isExcepted(host, environment))
                        .map(host -> "Acquire::%s::Proxy::%s \"DIRECT\";\n".formatted(scheme, host))
                        .collect(Collectors.joining()))
                .orElse("");
    }

    /**
     * A tar file of a minimal system with these packages.
     *
     * @param listed packages, see {@link AptSources#ownPackages}
     */
    Path with(List<String> listed, Arch arch, Fetching fetching) {
        List<String> packages = sources.ownPackages(listed);
        return cached(packages, arch).orElseGet(() -> make(packages, arch, tar(packages, arch), fetching));
    }

    /** The same if it exists. */
    Optional<Path> cached(List<String> listed, Arch arch) {
        return Optional.of(tar(sources.ownPackages(listed), arch)).filter(Files::exists);
    }

    private Path tar(List<String> packages, Arch arch) {
        String key = Sha256.of(sources + " " + arch + " " + packages + MAKING).substring(0, 12);
        return cache.resolve("%s-%s-%s.tar".formatted(sources.codename(), arch.id(), key));
    }

    private Path make(List<String> packages, Arch arch, Path tar, Fetching fetching) {
        fetching.lines().accept("Debian %s with %d packages and what they need".formatted(sources.codename(),
                packages.size()));
        Path partial = tar.resolveSibling(tar.getFileName() + ".part");
        Path settings = null;
        try {
            Files.createDirectories(cache);
            // Private, as a proxy may have a password.
            settings = Files.createTempFile(cache, "apt-", ".conf");
            Files.writeString(settings, proxies);
            Command command = root.command(Command.of(words(packages, arch, settings)).timeout(LONGEST)
                    .stdoutTo(partial));
            processes.run(command, fetching.lines(), fetching.cancellation()).orHostFails("box-not-built",
                    "Debian's packages for the box could not be put together.",
                    "Look at the lines above: most often a package mirror does not answer.");
            return Files.move(partial, tar, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw CacheFolder.notWritable(partial, e);
        } finally {
            if (settings != null) {
                CacheFolder.delete(settings);
            }
        }
    }

    private List<String> words(List<String> packages, Arch arch, Path settings) {
        List<String> words = new ArrayList<>(List.of("mmdebstrap", "--variant=minbase", "--format=tar",
                "--architectures=" + arch.id(), "--include=" + String.join(",", packages),
                "--aptopt=Acquire::Languages \"none\""));
        if (!proxies.isEmpty()) {
            words.add("--setup-hook=cp %s \"$1\"%s".formatted(ShellQuoting.quote(settings.toString()), IN_TREE));
            words.add("--customize-hook=rm \"$1\"" + IN_TREE);
        }
        LEFT_OUT.forEach(path -> words.add("--dpkgopt=path-exclude=" + path));
        words.add("--dpkgopt=path-include=/usr/share/doc/*/copyright");
        words.addAll(List.of(sources.codename(), "-"));
        words.addAll(sources.lines());
        return words;
    }
}
