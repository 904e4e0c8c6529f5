package org.hybridlab.host;

import java.nio.file.Path;
import java.util.List;

import org.hybridlab.common.process.Command;

public enum Daemon {
    DOCKER("dockerd", "docker", Path.of("/var/run/docker.sock"), Path.of("/run/docker.pid"), List.of(),
            List.of("docker.socket", "docker.service"), List.of("docker", "version", "--format",
            "{{.Server.Version}}")),
    /** libvirtd needs virtlogd to start machines. Without systemd nothing starts virtlogd. */
    LIBVIRT("libvirtd", "libvirt", Path.of("/var/run/libvirt/libvirt-sock"), Path.of("/run/libvirtd.pid"),
            List.of("virtlogd"), List.of("libvirtd.socket", "libvirtd.service"),
            List.of("virsh", "--connect", "qemu:///system", "--quiet", "uri"));

    private final String program;
    private final String group;
    private final Path socket;
    private final Path pidFile;
    private final List<String> helpers;
    private final List<String> units;
    private final List<String> question;

    Daemon(String program, String group, Path socket, Path pidFile, List<String> helpers, List<String> units,
           List<String> question) {
        this.program = program;
        this.group = group;
        this.socket = socket;
        this.pidFile = pidFile;
        this.helpers = helpers;
        this.units = units;
        this.question = question;
    }

    public String program() {
        return program;
    }

    String group() {
        return group;
    }

    Path socket() {
        return socket;
    }

    Path pidFile() {
        return pidFile;
    }

    /** Daemons to start first. Each writes {@code /run/<name>.pid}. */
    List<String> helpers() {
        return helpers;
    }

    /** systemd units, the daemon itself last. */
    List<String> units() {
        return units;
    }

    /** Exits with 0 if the daemon answers to this user. */
    Command question() {
        // The output is parsed. At a terminal, polkit would ask for a password.
        return Command.of(question).env("LC_ALL", "C").inOwnSession();
    }
}
