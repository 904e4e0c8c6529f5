package org.hybridlab.artifact.image;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.config.model.WindowsBuild;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The image of an index that a machine runs.
 *
 * @param digest of its manifest; empty: there is only one
 * @param version empty: any
 */
record Variant(Optional<String> digest, Optional<OsVersion> version) {

    /**
     * containerd's choice: the newest build that the machine runs, and its last revision
     * (platforms/platform_windows_compat.go).
     *
     * @param manifest an index or a single image
     * @return empty: none for such a machine
     */
    static Optional<Variant> of(String manifest, WantedImage wanted) {
        try {
            JsonNode json = JsonMapper.shared().readTree(manifest);
            if (!json.path("manifests").isArray()) {
                return Optional.of(new Variant(Optional.empty(), Optional.empty()));
            }
            return json.path("manifests").valueStream().filter(one -> fits(one.path("platform"), wanted))
                    .map(Variant::of).max(Comparator.comparing(one -> one.version().orElse(new OsVersion(0, 0))));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    static boolean fits(JsonNode platform, WantedImage wanted) {
        return platform.path("os").asString("").equals(wanted.build().isPresent() ? "windows" : "linux")
                && platform.path("architecture").asString("").equals(wanted.arch().id())
                && wanted.build().flatMap(build -> version(platform).map(one -> one.runsOn(build))).orElse(true);
    }

    private static Variant of(JsonNode manifest) {
        return new Variant(Optional.of(manifest.path("digest").asString()), version(manifest.path("platform")));
    }

    private static Optional<OsVersion> version(JsonNode platform) {
        return OsVersion.parse(platform.path("os.version").asString(""));
    }

    /**
     * A registry's {@code os.version}, for example 10.0.20348.2113.
     *
     * @param build 20348
     * @param revision 2113
     */
    record OsVersion(int build, int revision) implements Comparable<OsVersion> {
        private static final Pattern FORM = Pattern.compile("\\d{1,4}\\.\\d{1,4}\\.(\\d{1,8})(\\.(\\d{1,8}))?.*");
        private static final Comparator<OsVersion> ORDER =
                Comparator.comparingInt(OsVersion::build).thenComparingInt(OsVersion::revision);

        /** Empty if unset: HostProcess images run on every build. */
        static Optional<OsVersion> parse(String text) {
            Matcher version = FORM.matcher(text);
            return version.matches() ? Optional.of(new OsVersion(Integer.parseInt(version.group(1)),
                    Integer.parseInt(Optional.ofNullable(version.group(3)).orElse("0")))) : Optional.empty();
        }

        boolean runsOn(WindowsBuild machine) {
            return WindowsBuild.of(Integer.toString(build)).filter(machine::runs).isPresent();
        }

        @Override
        public int compareTo(OsVersion other) {
            return ORDER.compare(this, other);
        }
    }
}
