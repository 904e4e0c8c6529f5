package org.hybridlab.host;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
}
