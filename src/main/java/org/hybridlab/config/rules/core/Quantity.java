package org.hybridlab.config.rules.core;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Amounts as Kubernetes writes them (k8s.io/apimachinery pkg/api/resource/quantity.go). */
public final class Quantity {
    private static final Pattern FORM = Pattern.compile("([+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+))"
            + "(?:[eE]([+-]?[0-9]{1,18})|([numkKMGTPE]|[KMGTPE]i))?");
    /** From 10 to the power of -9 in steps of a thousand; x stands for no suffix. */
    private static final String SUFFIXES = "numxkMGTPE";
    private static final long LARGEST_POWER = 99;

    private Quantity() {
    }

    /** For example 0.1 of {@code 100m}, 1048576 of {@code 1Mi}. Empty if the text is no quantity. */
    public static Optional<BigDecimal> parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        BigDecimal number = new BigDecimal(parts.group(1));
        if (parts.group(2) != null) {
            long power = Long.parseLong(parts.group(2));
            return Optional.of(number.scaleByPowerOfTen((int) Math.max(-LARGEST_POWER, Math.min(LARGEST_POWER,
                    power))));
        }
        String suffix = parts.group(3) == null ? "x" : parts.group(3).replace('K', 'k');
        int power = SUFFIXES.indexOf(suffix.charAt(0)) - SUFFIXES.indexOf('x');
        return Optional.of(suffix.endsWith("i") ? number.multiply(BigDecimal.valueOf(1024).pow(power))
                : number.scaleByPowerOfTen(3 * power));
    }
}
