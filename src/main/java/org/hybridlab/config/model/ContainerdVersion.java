package org.hybridlab.config.model;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public record ContainerdVersion(int major, int minor, int patch) implements Comparable<ContainerdVersion> {
    private static final Pattern FULL = Pattern.compile("v?(\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4})");

    /** @throws IllegalArgumentException if the text is not {@code major.minor.patch} */
    public static ContainerdVersion parse(String text) {
        Matcher matcher = FULL.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'%s' is not a containerd version such as 2.3.7".formatted(text));
        }
        return new ContainerdVersion(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)));
    }

    public String branch() {
        return major + "." + minor;
    }

    @Override
    public int compareTo(ContainerdVersion other) {
        return Comparator.comparingInt(ContainerdVersion::major).thenComparingInt(ContainerdVersion::minor)
                .thenComparingInt(ContainerdVersion::patch).compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
