package org.hybridlab.vagrant;

import java.util.stream.Collectors;

import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.Lab;

/** A lab's network for libvirt: behind the host's address, with one reserved address per machine and no others. */
final class LibvirtNetwork {
    private LibvirtNetwork() {
    }

    /** Nothing in it needs escaping: names are RFC 1123 labels, the rest is digits. */
    static String xml(LabId id, Lab lab) {
        Cidr network = lab.network().machines();
        String hosts = lab.machines().stream().map(machine -> "      <host mac='%s' name='%s' ip='%s'/>\n"
                .formatted(MacAddress.colons(id, machine), machine.name(), machine.address()))
                .collect(Collectors.joining());
        return """
                <network>
                  <name>%s</name>
                  <bridge name='%s' stp='on' delay='0'/>
                  <forward mode='nat'/>
                  <ip address='%s' netmask='%s'>
                    <dhcp>
                %s    </dhcp>
                  </ip>
                </network>
                """.formatted(id, id.bridge(), network.address(1), network.netmask(), hosts);
    }
}
