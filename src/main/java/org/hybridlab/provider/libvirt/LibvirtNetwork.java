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

/** A lab's libvirt network, behind the host's address, with only reserved addresses. */
final class LibvirtNetwork {
    private static final Pattern HOST =
            Pattern.compile("<host mac='([^']*)' name='([^']*)' ip='([^']*)'(?:/>|>.*?</host>)");

    private LibvirtNetwork() {
    }

    /** Names are RFC 1123 labels, the rest is digits, so nothing needs escaping. */
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

    static String address(Lab lab) {
        Cidr network = lab.network().machines();
        return "<ip address='%s' netmask='%s'>".formatted(network.address(1), network.netmask());
    }

    /**
     * A machine's reserved address, as libvirt prints it but for line breaks. dnsmasq's default lease of an hour would
     * expire: a frozen machine, or Windows with a manual address, does not renew it. Vagrant needs a lease to halt or
     * start a machine. Ten years, since libvirt 7.0 cannot read its own lease file with infinite leases.
     */
    static String host(LabId id, Machine machine) {
        return "<host mac='%s' name='%s' ip='%s'><lease expiry='87600' unit='hours'/></host>"
                .formatted(MacAddress.colons(id, machine), machine.name(), machine.address());
    }

    static String joined(String printed) {
        return printed.replaceAll(">\\s+<", "><");
    }

    /**
     * Reservations that conflict with desired ones: hardware address, name and address must be unique. They belong to
     * machines that left or were recreated.
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
