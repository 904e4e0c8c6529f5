package org.hybridlab.host;

import java.nio.file.Path;

import org.hybridlab.common.process.Command;

/**
 * A limit of the Linux kernel that labs need higher than it is on many hosts.
 *
 * @param setting its name for sysctl
 * @param wanted the least that will do
 */
record KernelLimit(String setting, long wanted) {
    /**
     * Debian's 128 last for three machines: systemd and the kubelet of each take about 30, and a kubelet that gets none
     * does not start ("inotify_init: too many open files", seen with the fourth).
     */
    static final KernelLimit INOTIFY_INSTANCES = new KernelLimit("fs.inotify.max_user_instances", 1024);

    /** Each machine takes about 300, most of them the kubelet. What is free of them, a trial tells. */
    static final KernelLimit INOTIFY_WATCHES = new KernelLimit("fs.inotify.max_user_watches", 8192);

    boolean suffices(HostFiles files) {
        String now = now(files);
        return now.isEmpty() || Long.parseLong(now) >= wanted;
    }

    /** Empty where the kernel does not say. */
    String now(HostFiles files) {
        return files.read(file()).strip();
    }

    /** For root. Not sysctl, which a bare Debian does not have. */
    Command raise() {
        return Command.of("sh", "-c", "echo \"$0\" > \"$1\"", Long.toString(wanted), file().toString());
    }

    String byHand() {
        return "sysctl -w " + setting + "=" + wanted;
    }

    private Path file() {
        return Path.of("/proc/sys", setting.replace('.', '/'));
    }
}
