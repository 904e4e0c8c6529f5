package org.hybridlab.host;

import java.lang.management.ManagementFactory;
import java.net.Inet4Address;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.sun.management.OperatingSystemMXBean;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;

/**
 * What this host is and has. Starts nothing to find out.
 *
 * @param availableMiB free or reclaimable memory; all memory if the host does not tell
 * @param freeDiskMiB where labs and the cache are
 * @param hardwareVirtualisation whether the processor has it (vmx, svm), whatever {@code /dev/kvm} says
 * @param kvm whether QEMU can use it, so {@code /dev/kvm} exists too
 * @param networks addresses and routes, without the default route and loopback
 * @param nameServers that containers can use too, in order; none behind a loopback address
 */
public record HostFacts(OperatingSystem system, int cores, long memoryMiB, long availableMiB, long freeDiskMiB,
                        boolean hardwareVirtualisation, boolean kvm, List<Cidr> networks, List<Ipv4> nameServers,
                        String user) {
    static final Path KVM = Path.of("/dev/kvm");
    private static final Path RESOLVED = Path.of("/run/systemd/resolve/resolv.conf");
    private static final String OCTET = "(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])";
    private static final Pattern NAME_SERVER = Pattern.compile("^nameserver\\h+(%1$s(?:\\.%1$s){3})\\s*$"
            .formatted(OCTET), Pattern.MULTILINE);
    private static final Pattern FLAGS = Pattern.compile("^(flags|Features)\\s*:.*\\b(vmx|svm)\\b", Pattern.MULTILINE);

    public HostFacts {
        networks = List.copyOf(networks);
        nameServers = List.copyOf(nameServers);
    }

    /** @param folder of labs */
    public static HostFacts read(HostFiles files, Path folder) {
        OperatingSystem system = OperatingSystem.ofThisHost(files);
        String meminfo = files.read(Path.of("/proc/meminfo"));
        boolean virtualises = virtualises(system, files);
        OperatingSystemMXBean host = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long memory = meminfoMiB(meminfo, "MemTotal").orElseGet(() -> host.getTotalMemorySize() >> 20);
        long available = meminfoMiB(meminfo, "MemAvailable")
                .orElseGet(() -> tellsFreeMemory(system) ? host.getFreeMemorySize() >> 20 : memory);
        return new HostFacts(system, Runtime.getRuntime().availableProcessors(), memory, available,
                files.freeMiB(folder), virtualises,
                virtualises && (system.family() != OperatingSystem.Family.LINUX || files.exists(KVM)),
                NetworksInUse.read(files), nameServers(files), System.getProperty("user.name"));
    }

    public boolean isAdministrator() {
        return user.equals("root");
    }

    boolean tellsFreeMemory() {
        return tellsFreeMemory(system);
    }

    /** Java cannot tell reclaimable memory, and macOS reports hardly any as free. */
    private static boolean tellsFreeMemory(OperatingSystem system) {
        return system.family() != OperatingSystem.Family.MACOS;
    }

    String memory() {
        return tellsFreeMemory() ? "%d MiB, %d MiB of it free".formatted(memoryMiB, availableMiB)
                : "%d MiB".formatted(memoryMiB);
    }

    /** Every supported macOS and Windows machine has it. The hypervisor reports if it is off. */
    private static boolean virtualises(OperatingSystem system, HostFiles files) {
        if (system.family() != OperatingSystem.Family.LINUX) {
            return true;
        }
        // Arm processors do not tell. The kernel creates the device if it can use it.
        return Arch.ofThisHost() == Arch.ARM64 ? files.exists(KVM)
                : FLAGS.matcher(files.read(Path.of("/proc/cpuinfo"))).find();
    }

    private static List<Ipv4> nameServers(HostFiles files) {
        String usual = files.read(Path.of("/etc/resolv.conf"));
        return NAME_SERVER.matcher(usual.contains("nameserver 127.0.0.53") ? files.read(RESOLVED) : usual).results()
                .map(match -> match.group(1)).takeWhile(server -> !server.startsWith("127.")).map(Ipv4::parse).toList();
    }

    private static OptionalLong meminfoMiB(String meminfo, String key) {
        Matcher matcher = Pattern.compile("^" + key + ":\\s+(\\d+) kB", Pattern.MULTILINE).matcher(meminfo);
        return matcher.find() ? OptionalLong.of(Long.parseLong(matcher.group(1)) >> 10) : OptionalLong.empty();
    }

    /**
     * IPv4 networks that the host reaches: of its interfaces, such as docker's and libvirt's bridges, and on Linux of
     * all route tables, such as VPNs.
     */
    static final class NetworksInUse {
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
                        .filter(address -> address.getAddress() instanceof Inet4Address inet
                        && !inet.isLoopbackAddress())
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
}
