package org.hybridlab.provider.api;

import java.util.Locale;

import org.hybridlab.config.model.Machine;

/**
 * The hardware address of a machine's interface in the lab's network: made of the lab's hash and the machine's
 * address, so that it stays the same when the machine is made again, and no two machines of a host share one.
 */
public final class MacAddress {
    private MacAddress() {
    }

    /** Six octets without separators, as Hyper-V takes them. */
    public static String plain(LabId id, Machine machine) {
        // 52:54:00 is QEMU's own prefix; its range is free for such use.
        return "525400%s%04x".formatted(id.hash().substring(0, 2), machine.address().bits() & 0xffff);
    }

    /** With dashes and in capitals, as Windows shows them. */
    public static String dashes(LabId id, Machine machine) {
        return plain(id, machine).replaceAll("(..)(?!$)", "$1-").toUpperCase(Locale.ROOT);
    }

    /** With colons, as libvirt takes them. */
    public static String colons(LabId id, Machine machine) {
        return plain(id, machine).replaceAll("(..)(?!$)", "$1:");
    }
}
