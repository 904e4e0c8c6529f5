package org.hybridlab.provider.libvirt;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.MacAddress;

/** A lab's network for libvirt: behind the host's address, with one reserved address per machine and no others. */
final class LibvirtNetwork {
    private static final Pattern HOST =
            Pattern.compile("<host mac='([^']*)' name='([^']*)' ip='([^']*)'(?:/>|>.*?</host>)");

    private LibvirtNetwork() {
    }

    /** Nothing in it needs escaping: names are RFC 1123 labels, the rest is digits. */
    static String xml(LabId id, Lab lab) {
        String hosts = lab.machines().stream().map(machine -> "      " + host(id, machine) + "\n")
                .collect(Collectors.joining());
        return """
                <network>
                  <name>%s</name>
                  <bridge name='%s' stp='on' delay='0'/>
                  <forward mode='nat'/>
                  %s
                    <dhcp>
                %s    </dhcp>
                  </ip>
                </network>
                """.formatted(id, id.bridge(), address(lab), hosts);
    }

    /** The host's address in the network, as libvirt prints it too. */
    static String address(Lab lab) {
        Cidr network = lab.network().machines();
        return "<ip address='%s' netmask='%s'>".formatted(network.address(1), network.netmask());
    }

    /**
     * The reservation of one machine's address, as libvirt prints it too, but for the breaks of its lines. Of an hour,
     * as dnsmasq has it, a lease would end: Windows does not ask again once it has its address by hand, nor does a
     * machine that is frozen. Without a lease Vagrant neither halts nor starts a machine. Ten years, as one without end
     * has no time at which it ends, and libvirt 7.0 then cannot read its own list of leases.
     */
    static String host(LabId id, Machine machine) {
        return "<host mac='%s' name='%s' ip='%s'><lease expiry='87600' unit='hours'/></host>"
                .formatted(MacAddress.colons(id, machine), machine.name(), machine.address());
    }

    /** What libvirt prints, without breaks between elements. */
    static String joined(String printed) {
        return printed.replaceAll(">\\s+<", "><");
    }

    /**
     * Reservations for which libvirt refuses one of those that are wanted: a hardware address, a name and an address
     * are each in one only. A machine that left had them, or this one before it was made again.
     *
     * @param there the network as libvirt prints it, {@link #joined}
     */
    static List<String> inTheWay(String there, List<String> wanted) {
        List<MatchResult> all = HOST.matcher(String.join("", wanted)).results().toList();
        return HOST.matcher(there).results().filter(host -> !wanted.contains(host.group()))
                .filter(host -> all.stream().anyMatch(one -> meet(host, one))).map(MatchResult::group).toList();
    }

    private static boolean meet(MatchResult one, MatchResult other) {
        return IntStream.rangeClosed(1, one.groupCount()).anyMatch(i -> one.group(i).equals(other.group(i)));
    }
}
