package org.hybridlab.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;

/**
 * IPv4 networks that the host already reaches: those of its interfaces (bridges of docker and libvirt among them) and
 * on Linux its routes, VPNs for instance.
 */
final class NetworksInUse {
    private NetworksInUse() {
    }

    static List<Cidr> read(HostFiles files) {
        return Stream.concat(ofInterfaces(), ofRoutes(files.read(Path.of("/proc/net/route"))))
                .distinct().sorted(Comparator.comparing(Cidr::toString)).toList();
    }

    private static Stream<Cidr> ofInterfaces() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(device -> device.getInterfaceAddresses().stream())
                    .filter(address -> address.getAddress() instanceof Inet4Address inet && !inet.isLoopbackAddress())
                    .map(NetworksInUse::network).toList().stream();
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Cidr network(InterfaceAddress address) {
        return network(Ipv4.parse(address.getAddress().getHostAddress()).bits(), address.getNetworkPrefixLength());
    }

    /**
     * @param table the text of {@code /proc/net/route}: one header, then tab separated columns; the second is the
     *         destination and the eighth the mask, both hexadecimal in the processor's byte order (proc_net(5))
     */
    static Stream<Cidr> ofRoutes(String table) {
        return table.lines().skip(1).map(line -> line.split("\t"))
                .filter(columns -> columns.length > 7 && !columns[7].strip().equals("00000000"))
                .map(columns -> network(hex(columns[1]), Long.bitCount(hex(columns[7].strip()))));
    }

    private static Cidr network(long address, int prefix) {
        long mask = prefix == 0 ? 0 : (0xffff_ffffL << (32 - prefix)) & 0xffff_ffffL;
        return new Cidr(new Ipv4(address & mask), prefix);
    }

    private static long hex(String littleEndian) {
        return Integer.toUnsignedLong(Integer.reverseBytes(Integer.parseUnsignedInt(littleEndian, 16)));
    }
}
