package org.hybridlab.host;

import java.nio.file.Path;

import org.hybridlab.common.process.Command;

/** A limit of the Linux kernel that is too low for labs on many hosts. */
record KernelLimit(String setting, long wanted) {
    /**
     * Debian's 128 last for three machines: systemd and a kubelet take about 30 each. A kubelet without one does not
     * start ("inotify_init: too many open files").
     */
    static final KernelLimit INOTIFY_INSTANCES = new KernelLimit("fs.inotify.max_user_instances", 1024);

    /** Each machine takes about 300, mostly its kubelet. A trial tells how many are free. */
    static final KernelLimit INOTIFY_WATCHES = new KernelLimit("fs.inotify.max_user_watches", 8192);

    boolean suffices(HostFiles files) {
        String now = now(files);
        return now.isEmpty() || Long.parseLong(now) >= wanted;
    }

    String now(HostFiles files) {
        return files.read(file()).strip();
    }

    /** Run as root. Not by sysctl, which a minimal Debian lacks. */
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
