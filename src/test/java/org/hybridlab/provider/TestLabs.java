package org.hybridlab.provider;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.catalog.KnownBoxes;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Network;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.Outside;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.Role;
import org.hybridlab.fake.Checkout;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.Provider;
import org.hybridlab.provider.vagrant.Vagrantfile;

/** Labs, and their Vagrantfiles, that the tests of this package share. */
public final class TestLabs {
    public static final LabId ID = new LabId("first-cluster", "0a1b2c");
    private static final KubernetesVersion VERSION = KubernetesVersion.parse("1.36.3");

    private TestLabs() {
    }

    public static Lab linux() {
        return lab(NetworkMode.FLANNEL_VXLAN, Outside.direct(), machine("control", Role.CONTROL_PLANE, Os.LINUX, 10),
                machine("node", Role.WORKER, Os.LINUX, 11));
    }

    public static Lab hybrid() {
        return lab(NetworkMode.FLANNEL_HOST_GW,
                new Outside(Optional.empty(), Optional.empty(), List.of(), Optional.empty(),
                        Optional.of("https://boxes.example/linux.box"), Optional.of(
                                "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
                        Optional.of("https://boxes.example"), List.of()),
                machine("control", Role.CONTROL_PLANE, Os.LINUX, 10), machine("windows", Role.WORKER, Os.WINDOWS, 12));
    }

    public static Lab lab(NetworkMode mode, Outside outside, Machine... machines) {
        Network network = new Network(mode, Cidr.parse("192.168.56.0/24"), Cidr.parse("10.244.0.0/16"),
                Cidr.parse("10.96.0.0/16"), 4096, 4789, "cluster.local");
        return new Lab("first-cluster", VERSION, Optional.empty(), Optional.empty(), network, List.of(machines), false,
                List.of(), List.of(), outside);
    }

    public static Machine machine(String name, Role role, Os os, int number) {
        return new Machine(name, role, os, Arch.AMD64, 2, 2048, Optional.empty(), VERSION,
                Ipv4.parse("192.168.56." + number));
    }

    public static String vagrantfile(ProviderName name, Lab lab, Function<Machine, String> boxes,
            String authorizedKey) {
        LocalProcesses processes = new LocalProcesses();
        Path workspace = Path.of("/labs/first/.hybridlab");
        Provider provider = new Providers(processes, workspace.resolve(".vagrant"), false).of(name);
        return new Vagrantfile(ID, lab, provider, machine -> BoxChoice.named(boxes.apply(machine))
                .orFrom(lab.outside()),
                machine -> KnownBoxes.installed().of(machine, Optional.empty()),
                workspace.resolve("ssh/id_ed25519"), authorizedKey, Duration.ofMinutes(5))
                .render(Checkout.TEMPLATES);
    }
}
