package org.hybridlab.config.model;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** For example 1.36.3. */
public record KubernetesVersion(int major, int minor, int patch) implements Comparable<KubernetesVersion> {
    private static final Pattern FULL = Pattern.compile("v?(\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4})");

    /** @throws IllegalArgumentException if the text is not {@code major.minor.patch} */
    public static KubernetesVersion parse(String text) {
        Matcher matcher = FULL.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'%s' is not a Kubernetes version such as 1.36.3".formatted(text));
        }
        return new KubernetesVersion(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)));
    }

    public String branch() {
        return major + "." + minor;
    }

    public boolean atLeast(int otherMajor, int otherMinor) {
        return major > otherMajor || major == otherMajor && minor >= otherMinor;
    }

    public int branchesBehind(KubernetesVersion other) {
        return other.minor - minor;
    }

    @Override
    public int compareTo(KubernetesVersion other) {
        return Comparator.comparingInt(KubernetesVersion::major).thenComparingInt(KubernetesVersion::minor)
                .thenComparingInt(KubernetesVersion::patch).compare(this, other);
    }

    public String tag() {
        return "v" + this;
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
