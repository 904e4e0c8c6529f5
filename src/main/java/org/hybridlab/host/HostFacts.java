package org.hybridlab.host;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.management.OperatingSystemMXBean;
import org.hybridlab.config.model.Cidr;

/**
 * What this host is and has, as seen once; nothing was started to find it out.
 *
 * @param memoryMiB all of it
 * @param availableMiB what is free or can be freed
 * @param freeDiskMiB where labs and the cache lie
 * @param hardwareVirtualisation whether the processor offers it (vmx, svm), whatever {@code /dev/kvm} pretends
 * @param networks addresses and routes in use, without the default route and loopback
 * @param user who runs hybridlab
 */
public record HostFacts(OperatingSystem system, int cores, long memoryMiB, long availableMiB, long freeDiskMiB,
                        boolean hardwareVirtualisation, List<Cidr> networks, String user) {
    private static final Pattern FLAGS = Pattern.compile("^(flags|Features)\\s*:.*\\b(vmx|svm)\\b", Pattern.MULTILINE);

    public HostFacts {
        networks = List.copyOf(networks);
    }

    /** @param folder where labs lie */
    public static HostFacts read(HostFiles files, Path folder) {
        OperatingSystem system = OperatingSystem.ofThisHost(files);
        String meminfo = files.read(Path.of("/proc/meminfo"));
        return new HostFacts(system, Runtime.getRuntime().availableProcessors(), meminfoMiB(meminfo, "MemTotal"),
                meminfoMiB(meminfo, "MemAvailable"), files.freeMiB(folder), virtualises(system, files),
                NetworksInUse.read(files), System.getProperty("user.name"));
    }

    public boolean isAdministrator() {
        return user.equals("root");
    }

    /** On macOS and Windows every supported machine has it, and the hypervisor says so if it is switched off. */
    private static boolean virtualises(OperatingSystem system, HostFiles files) {
        return system.family() != OperatingSystem.Family.LINUX
                || FLAGS.matcher(files.read(Path.of("/proc/cpuinfo"))).find();
    }

    private static long meminfoMiB(String meminfo, String key) {
        Matcher matcher = Pattern.compile("^" + key + ":\\s+(\\d+) kB", Pattern.MULTILINE).matcher(meminfo);
        return matcher.find() ? Long.parseLong(matcher.group(1)) >> 10 : ofTheVirtualMachine();
    }

    /** Elsewhere than on Linux; Java knows the whole memory only. */
    private static long ofTheVirtualMachine() {
        OperatingSystemMXBean host = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return host.getTotalMemorySize() >> 20;
    }
}
