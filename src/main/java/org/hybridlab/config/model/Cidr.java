package org.hybridlab.config.model;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An IPv4 network in canonical form, for example {@code 10.244.0.0/16}.
 *
 * @param network its first address
 * @param prefix length in bits, 0 to 32
 */
public record Cidr(Ipv4 network, int prefix) {
    private static final Pattern FORM = Pattern.compile("([0-9.]+)/(\\d{1,2})");

    public Cidr {
        Objects.requireNonNull(network);
        if (prefix < 0 || prefix > 32) {
            throw new IllegalArgumentException("prefix length must be 0 to 32, not " + prefix);
        }
        if ((network.bits() & ~mask(prefix) & 0xffff_ffffL) != 0) {
            throw new IllegalArgumentException("%s/%d has host bits set; the network is %s/%d"
                    .formatted(network, prefix, new Ipv4(network.bits() & mask(prefix)), prefix));
        }
    }

    /** @throws IllegalArgumentException with a sentence for the user if the text is not {@code a.b.c.d/n} */
    public static Cidr parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'%s' is not a network: write a.b.c.d/n".formatted(text));
        }
        return new Cidr(Ipv4.parse(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    public boolean contains(Ipv4 address) {
        return (address.bits() & mask(prefix)) == network.bits();
    }

    public boolean overlaps(Cidr other) {
        return contains(other.network) || other.contains(network);
    }

    /** Counts the network and broadcast addresses too. */
    public long size() {
        return 1L << (32 - prefix);
    }

    /** @throws IllegalArgumentException if the offset lies outside of the network */
    public Ipv4 address(long offset) {
        if (offset < 0 || offset >= size()) {
            throw new IllegalArgumentException("%s has no address number %d".formatted(this, offset));
        }
        return new Ipv4(network.bits() + offset);
    }

    /** Dotted netmask, as Vagrant and ifupdown want it. */
    public String netmask() {
        return new Ipv4(mask(prefix)).toString();
    }

    private static long mask(int prefix) {
        return prefix == 0 ? 0 : (0xffff_ffffL << (32 - prefix)) & 0xffff_ffffL;
    }

    @Override
    public String toString() {
        return network + "/" + prefix;
    }
}
