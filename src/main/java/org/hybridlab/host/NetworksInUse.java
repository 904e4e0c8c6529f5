package org.hybridlab.host;

import java.net.Inet4Address;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;

/**
 * IPv4 networks that the host reaches: of its interfaces, such as docker's and libvirt's bridges, and on Linux of all
 * route tables, such as VPNs.
 */
final class NetworksInUse {
    private static final Path ROUTES = Path.of("/proc/net/fib_trie");
    /** A leaf of a route table, and its type. Other types lead to no network. */
    private static final Pattern ROUTE = Pattern.compile("\\|-- (\\S+)((?:\\s+/\\d+ \\w+ \\w+\\b.*)+)");
    private static final Pattern TYPE = Pattern.compile("/(\\d+) \\w+ (\\w+)");
    private static final Set<String> TAKING = Set.of("UNICAST", "BLACKHOLE", "UNREACHABLE", "PROHIBIT");
    /** VPNs replace the default route by halves or quarters of all addresses. */
    private static final int DEFAULT_ROUTE = 2;

    private NetworksInUse() {
    }

    static List<Cidr> read(HostFiles files) {
        return Stream.concat(ofInterfaces(), ofRoutes(files.read(ROUTES)))
                .distinct().sorted(Comparator.comparing(Cidr::toString)).toList();
    }

    private static Stream<Cidr> ofInterfaces() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(device -> device.getInterfaceAddresses().stream())
                    .filter(address -> address.getAddress() instanceof Inet4Address inet && !inet.isLoopbackAddress())
                    .map(NetworksInUse::network).toList().stream();
        } catch (SocketException e) {
            // Java throws this if the host has no address.
            return Stream.empty();
        }
    }

    private static Cidr network(InterfaceAddress address) {
        return network(Ipv4.parse(address.getAddress().getHostAddress()).bits(), address.getNetworkPrefixLength());
    }

    /** @param tables text of {@code /proc/net/fib_trie}, with tables of policy routing */
    static Stream<Cidr> ofRoutes(String tables) {
        return ROUTE.matcher(tables).results().flatMap(leaf -> TYPE.matcher(leaf.group(2)).results()
                .filter(type -> TAKING.contains(type.group(2)) && Integer.parseInt(type.group(1)) > DEFAULT_ROUTE)
                .map(type -> network(Ipv4.parse(leaf.group(1)).bits(), Integer.parseInt(type.group(1)))));
    }

    private static Cidr network(long address, int prefix) {
        long mask = prefix == 0 ? 0 : (0xffff_ffffL << (32 - prefix)) & 0xffff_ffffL;
        return new Cidr(new Ipv4(address & mask), prefix);
    }
}
