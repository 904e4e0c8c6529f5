package org.hybridlab.provider.api;

import java.util.Locale;

import org.hybridlab.config.model.Machine;

/**
 * Hardware address of a machine in the lab's network, from the lab's hash and the machine's address. It survives
 * recreation, and is unique on the host.
 */
public final class MacAddress {
    private MacAddress() {
    }

    /** Six octets without separators, for Hyper-V. */
    public static String plain(LabId id, Machine machine) {
        // QEMU's prefix, free for such use.
        return "525400%s%04x".formatted(id.hash().substring(0, 2), machine.address().bits() & 0xffff);
    }

    /** With dashes and in capitals, for Windows. */
    public static String dashes(LabId id, Machine machine) {
        return plain(id, machine).replaceAll("(..)(?!$)", "$1-").toUpperCase(Locale.ROOT);
    }

    /** With colons, for libvirt. */
    public static String colons(LabId id, Machine machine) {
        return plain(id, machine).replaceAll("(..)(?!$)", "$1:");
    }
}
