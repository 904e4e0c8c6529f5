package org.hybridlab.real;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;

/**
 * What of the host a lab could leave something in, seen by other means than hybridlab's: containers, virtual machines,
 * networks, volumes, interfaces, routes, mounts, firewall rules, state. Two pictures are equal if nothing was left.
 *
 * @param parts name of each part, and its lines, sorted
 */
record HostPicture(Map<String, List<String>> parts) {
    private static final String VIRSH = "virsh --connect qemu:///system ";
    private static final Map<String, String> COMMANDS = Map.ofEntries(
            Map.entry("containers", "docker ps --all --format '{{.Names}}'"),
            Map.entry("docker networks", "docker network ls --format '{{.Name}}'"),
            Map.entry("docker volumes", "docker volume ls --quiet"),
            Map.entry("domains", VIRSH + "list --all --name"),
            Map.entry("libvirt networks", VIRSH + "net-list --all --name"),
            // But for the one that is made once on a host and holds the boxes' disks, as docker holds their images.
            Map.entry("libvirt pools", VIRSH + "pool-list --all --name | grep -vE '^ *default *$'"),
            // A box's disk stays with the box, as docker's images do.
            Map.entry("libvirt volumes", VIRSH + "vol-list default | tail -n +3 | grep -v _vagrant_box_image_"),
            Map.entry("processes", "ps -eo comm= | grep -xE 'dnsmasq|qemu-system-.*'"),
            Map.entry("interfaces", "ip -oneline link | cut -d: -f2 | cut -d@ -f1"),
            Map.entry("routes", "ip route"),
            Map.entry("mounts", "cut -d' ' -f5 /proc/self/mountinfo"),
            // Rules and chains, without libvirt's own chains, which it makes once and keeps; what is in them counts.
            Map.entry("firewall", "iptables-save | grep -E '^-A|^:.* - ' | sed 's/\\[[0-9:]*\\]//'"
                    + " | grep -vE '^:LIBVIRT_|^-A [A-Z]+ -j LIBVIRT_'"));

    static HostPicture take() {
        Map<String, List<String>> parts = new TreeMap<>();
        COMMANDS.forEach((name, line) -> parts.put(name, lines(line)));
        parts.put("state", state());
        return new HostPicture(parts);
    }

    /** Empty where the program is not installed: then nothing can be left there either. */
    private static List<String> lines(String shell) {
        try {
            return new LocalProcesses().run(Command.of("sh", "-c", shell), new Cancellation()).stdout().lines()
                    .map(String::strip).filter(line -> !line.isEmpty()).sorted().toList();
        } catch (LabException e) {
            return List.of(e.what());
        }
    }

    private static List<String> state() {
        Path labs = Path.of(Optional.ofNullable(System.getenv("XDG_STATE_HOME"))
                .orElse(System.getProperty("user.home") + "/.local/state")).resolve("hybridlab/labs");
        if (Files.notExists(labs)) {
            return List.of();
        }
        return unchecked(() -> {
            try (Stream<Path> files = Files.list(labs)) {
                return files.filter(file -> file.toString().endsWith(".json"))
                        .map(file -> unchecked(() -> Files.readString(file).strip().replaceAll("\\s+", " ")))
                        .filter(text -> !text.contains("\"lab\" : null")).sorted().collect(Collectors.toList());
            }
        });
    }
}
