package org.hybridlab.host;

import java.nio.file.Path;

import org.hybridlab.common.process.Command;

/**
 * A kernel module that container machines need, but cannot load.
 *
 * @param file exists once it is loaded or built in
 */
record KernelModule(String name, Path file) {
    /** flannel needs it. dockerd loads it up to 27.2, and later only for two rare settings. */
    static final KernelModule BR_NETFILTER =
            new KernelModule("br_netfilter", Path.of("/proc/sys/net/bridge/bridge-nf-call-iptables"));

    private static final Path AT_BOOT = Path.of("/etc/modules-load.d/hybridlab.conf");
    private static final Path RELEASE = Path.of("/proc/sys/kernel/osrelease");

    boolean isLoaded(HostFiles files) {
        return files.exists(file) || knownTo("modules.builtin", files);
    }

    boolean isUnknown(HostFiles files) {
        return !files.read(folder(files).resolve("modules.dep")).isBlank() && !knownTo("modules.dep", files);
    }

    private boolean knownTo(String list, HostFiles files) {
        return files.read(folder(files).resolve(list)).contains("/" + name + ".ko");
    }

    static String release(HostFiles files) {
        return files.read(RELEASE).strip();
    }

    static Path folder(HostFiles files) {
        String release = release(files);
        return Path.of("/lib/modules").resolve(release.isEmpty() ? "unknown" : release);
    }

    /** Run as root. Loads it now and at each boot. */
    Command load() {
        return Command.of("sh", "-c", "modprobe \"$0\" && mkdir -p \"${1%/*}\" && echo \"$0\" > \"$1\"", name,
                AT_BOOT.toString());
    }

    String byHand() {
        return "sh -c 'modprobe %s && echo %s > %s'".formatted(name, name, AT_BOOT);
    }
}
