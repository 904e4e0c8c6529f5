package org.hybridlab.config.rules.manifest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.WindowsBuild;
import org.hybridlab.config.rules.core.ManifestNode;

/** A container's image. Its name may tell the operating system. */
record Image(ManifestNode node) {
    private static final Pattern WINDOWS_REPOSITORY =
            Pattern.compile("mcr\\.microsoft\\.com/(windows|dotnet/framework)(/.*)?|(docker\\.io/)?microsoft/"
                    + "(windowsservercore|nanoserver|iis|aspnet|dotnet-framework)");
    private static final Pattern WINDOWS_TAG =
            Pattern.compile("(.*[-_.])?(windows|windowsservercore|servercore|nanoserver|ltsc20[0-9]{2})([-_.].*)?");
    private static final Pattern LINUX_TAG =
            Pattern.compile("(.*[-_.])?(linux|alpine[0-9.]*|slim|debian|ubuntu|bookworm|bullseye|buster|trixie|jammy"
                    + "|noble)([-_.].*)?");
    private static final Pattern LINUX_REPOSITORY = Pattern.compile("(docker\\.io/)?(library/)?(alpine|busybox|debian|"
            + "ubuntu|nginx|redis|postgres)");
    /** Tags of the book's images do not tell Windows Server 2019. */
    private static final Pattern BOOK = Pattern.compile("(docker\\.io/)?kiamol/[a-z0-9-]+:(.*-)?windows");

    private static final Map<WindowsBuild, Pattern> BUILD_TAGS = WindowsBuild.known().stream()
            .collect(Collectors.toMap(build -> build, Image::tags, (one, other) -> one, LinkedHashMap::new));

    String reference() {
        return node.text().orElse("");
    }

    String repository() {
        String name = reference().replaceFirst("@.*", "");
        int colon = name.lastIndexOf(':');
        return colon > name.lastIndexOf('/') ? name.substring(0, colon) : name;
    }

    String tag() {
        String name = reference().replaceFirst("@.*", "");
        int colon = name.lastIndexOf(':');
        return colon > name.lastIndexOf('/') ? name.substring(colon + 1) : "";
    }

    /** As containerd calls it. */
    String fullName() {
        String name = repository();
        String full = registry().isPresent() ? name : "docker.io/" + (name.contains("/") ? "" : "library/") + name;
        return full + ":" + (tag().isEmpty() ? "latest" : tag());
    }

    Optional<String> registry() {
        int slash = reference().indexOf('/');
        return Optional.of(reference().substring(0, Math.max(0, slash)))
                .filter(host -> host.contains(".") || host.contains(":") || host.equals("localhost"));
    }

    Optional<String> os() {
        if (isMicrosoftWindows() || WINDOWS_TAG.matcher(tag()).matches()) {
            return Optional.of("windows");
        }
        boolean linux = LINUX_TAG.matcher(tag()).matches() || LINUX_REPOSITORY.matcher(repository()).matches();
        return linux ? Optional.of("linux") : Optional.empty();
    }

    /** Microsoft's base images are made for one build each. */
    boolean isMicrosoftWindows() {
        return WINDOWS_REPOSITORY.matcher(repository()).matches();
    }

    /** If it is for Windows: others have such tags for versions of their own. */
    Optional<WindowsBuild> build() {
        if (BOOK.matcher(reference()).matches()) {
            return WindowsBuild.of("1809");
        }
        return BUILD_TAGS.entrySet().stream().filter(build -> build.getValue().matcher(tag()).matches())
                .map(Map.Entry::getKey).findFirst();
    }

    /** A name of the build between dashes, or a version such as 10.0.17763.4851. */
    private static Pattern tags(WindowsBuild build) {
        return Pattern.compile(Stream.concat(build.tags().stream(), Stream.of(build.label())).map(Pattern::quote)
                .collect(Collectors.joining("|", "(.*[-_])?(", ")([-_.].*)?")));
    }
}
