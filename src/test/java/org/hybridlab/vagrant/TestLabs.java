package org.hybridlab.vagrant;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.hybridlab.lab.Arch;
import org.hybridlab.lab.BoxChoice;
import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.Ipv4;
import org.hybridlab.lab.KnownBoxes;
import org.hybridlab.lab.KubernetesVersion;
import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;
import org.hybridlab.lab.Network;
import org.hybridlab.lab.NetworkMode;
import org.hybridlab.lab.Os;
import org.hybridlab.lab.Outside;
import org.hybridlab.lab.ProviderName;
import org.hybridlab.lab.Role;
import org.hybridlab.process.LocalProcesses;
import org.hybridlab.render.Templates;

/** Labs, and their Vagrantfiles, that the tests of this package share. */
final class TestLabs {
    static final LabId ID = new LabId("first-cluster", "0a1b2c");
    private static final KubernetesVersion VERSION = KubernetesVersion.parse("1.36.3");

    private TestLabs() {
    }

    static Lab linux() {
        return lab(NetworkMode.FLANNEL_VXLAN, Outside.direct(), machine("control", Role.CONTROL_PLANE, Os.LINUX, 10),
                machine("node", Role.WORKER, Os.LINUX, 11));
    }

    static Lab hybrid() {
        return lab(NetworkMode.FLANNEL_HOST_GW,
                new Outside(Optional.empty(), Optional.empty(), List.of(), Optional.empty(),
                        Optional.of("https://boxes.example/linux.box"), Optional.of(
                                "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
                        Optional.of("https://boxes.example")),
                machine("control", Role.CONTROL_PLANE, Os.LINUX, 10), machine("windows", Role.WORKER, Os.WINDOWS, 12));
    }

    static Lab lab(NetworkMode mode, Outside outside, Machine... machines) {
        Network network = new Network(mode, Cidr.parse("192.168.56.0/24"), Cidr.parse("10.244.0.0/16"),
                Cidr.parse("10.96.0.0/16"), 4096, 4789, "cluster.local");
        return new Lab("first-cluster", VERSION, Optional.empty(), Optional.empty(), network, List.of(machines), false,
                List.of(), List.of(), outside);
    }

    static Machine machine(String name, Role role, Os os, int number) {
        return new Machine(name, role, os, Arch.AMD64, 2, 2048, Optional.empty(), VERSION,
                Ipv4.parse("192.168.56." + number));
    }

    static String vagrantfile(ProviderName name, Lab lab, Function<Machine, String> boxes, String authorizedKey) {
        LocalProcesses processes = new LocalProcesses();
        Path workspace = Path.of("/labs/first/.hybridlab");
        Provider provider = new Providers(processes, workspace.resolve(".vagrant"), false).of(name);
        return new Vagrantfile(ID, lab, provider, machine -> BoxChoice.named(boxes.apply(machine))
                .orFrom(lab.outside()),
                machine -> KnownBoxes.installed().of(machine, Optional.empty()),
                workspace.resolve("ssh/id_ed25519"), authorizedKey, Duration.ofMinutes(5))
                .render(Templates.installed(Path.of(".")));
    }
}
