package org.hybridlab.artifact.image;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.config.model.WindowsBuild;

/**
 * What a registry calls {@code os.version}, for example 10.0.20348.2113.
 *
 * @param build 20348
 * @param revision 2113
 */
record OsVersion(int build, int revision) implements Comparable<OsVersion> {
    private static final Pattern FORM = Pattern.compile("\\d{1,4}\\.\\d{1,4}\\.(\\d{1,8})(\\.(\\d{1,8}))?.*");
    private static final Comparator<OsVersion> ORDER =
            Comparator.comparingInt(OsVersion::build).thenComparingInt(OsVersion::revision);

    /** Empty where nothing is said: HostProcess images run on every build. */
    static Optional<OsVersion> parse(String text) {
        Matcher version = FORM.matcher(text);
        return version.matches() ? Optional.of(new OsVersion(Integer.parseInt(version.group(1)),
                Integer.parseInt(Optional.ofNullable(version.group(3)).orElse("0")))) : Optional.empty();
    }

    /** Whether a machine of that build runs it. */
    boolean runsOn(WindowsBuild machine) {
        return WindowsBuild.of(Integer.toString(build)).filter(machine::runs).isPresent();
    }

    @Override
    public int compareTo(OsVersion other) {
        return ORDER.compare(this, other);
    }
}
