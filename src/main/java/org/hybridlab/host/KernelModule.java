package org.hybridlab.host;

import java.nio.file.Path;

import org.hybridlab.common.process.Command;

/**
 * A module of the Linux kernel that machines which are containers need loaded, and cannot load.
 *
 * @param name its name for modprobe
 * @param file is there once it is loaded, also where the kernel has it built in
 */
record KernelModule(String name, Path file) {
    /** flannel ends without it. dockerd loads it up to 27.2; later ones do for two rare settings only. */
    static final KernelModule BR_NETFILTER =
            new KernelModule("br_netfilter", Path.of("/proc/sys/net/bridge/bridge-nf-call-iptables"));

    private static final Path AT_BOOT = Path.of("/etc/modules-load.d/hybridlab.conf");
    private static final Path RELEASE = Path.of("/proc/sys/kernel/osrelease");

    boolean isLoaded(HostFiles files) {
        return files.exists(file) || knownTo("modules.builtin", files);
    }

    /** Whether the kernel lists its modules, and has none of this name. */
    boolean isUnknown(HostFiles files) {
        return !files.read(folder(files).resolve("modules.dep")).isBlank() && !knownTo("modules.dep", files);
    }

    private boolean knownTo(String list, HostFiles files) {
        return files.read(folder(files).resolve(list)).contains("/" + name + ".ko");
    }

    /** Of the running kernel. */
    static String release(HostFiles files) {
        return files.read(RELEASE).strip();
    }

    /** Where the running kernel lists its modules. */
    static Path folder(HostFiles files) {
        String release = release(files);
        return Path.of("/lib/modules").resolve(release.isEmpty() ? "unknown" : release);
    }

    /** For root: now and at each boot. */
    Command load() {
        return Command.of("sh", "-c", "modprobe \"$0\" && mkdir -p \"${1%/*}\" && echo \"$0\" > \"$1\"", name,
                AT_BOOT.toString());
    }

    String byHand() {
        return "sh -c 'modprobe %s && echo %s > %s'".formatted(name, name, AT_BOOT);
    }
}
