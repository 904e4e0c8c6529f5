package org.hybridlab.config.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** @param bits as an unsigned 32-bit number */
public record Ipv4(long bits) implements Comparable<Ipv4> {
    private static final String OCTET = "(0|[1-9]\\d{0,2})";
    private static final Pattern DOTTED = Pattern.compile(String.join("\\.", OCTET, OCTET, OCTET, OCTET));

    public Ipv4 {
        if (bits < 0 || bits > 0xffff_ffffL) {
            throw new IllegalArgumentException("not a 32-bit address: " + bits);
        }
    }

    /** @throws IllegalArgumentException with a sentence for the user if the text is not a dotted address */
    public static Ipv4 parse(String text) {
        Matcher matcher = DOTTED.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'%s' is not an IPv4 address".formatted(text));
        }
        long bits = 0;
        for (int i = 1; i <= 4; i++) {
            int octet = Integer.parseInt(matcher.group(i));
            if (octet > 255) {
                throw new IllegalArgumentException("'%s' is not an IPv4 address".formatted(text));
            }
            bits = bits << 8 | octet;
        }
        return new Ipv4(bits);
    }

    public Ipv4 plus(long offset) {
        return new Ipv4(bits + offset);
    }

    @Override
    public int compareTo(Ipv4 other) {
        return Long.compare(bits, other.bits);
    }

    @Override
    public String toString() {
        return (bits >> 24 & 255) + "." + (bits >> 16 & 255) + "." + (bits >> 8 & 255) + "." + (bits & 255);
    }
}
