package org.hybridlab.provider.libvirt;

import java.util.stream.Collectors;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.MacAddress;

/** A lab's network for libvirt: behind the host's address, with one reserved address per machine and no others. */
final class LibvirtNetwork {
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

    /** The reservation of one machine's address, as libvirt prints it too. */
    static String host(LabId id, Machine machine) {
        return "<host mac='%s' name='%s' ip='%s'/>"
                .formatted(MacAddress.colons(id, machine), machine.name(), machine.address());
    }
}
