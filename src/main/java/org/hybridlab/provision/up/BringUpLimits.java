package org.hybridlab.provision.up;

import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Release;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;

/**
 * What a lab file can say and {@code up} does not do. Said before a machine is touched, because half of such a lab
 * would come up, and look like all of it.
 */
public final class BringUpLimits {
    private BringUpLimits() {
    }

    /**
     * @param releases that the bundle has
     * @throws LabException {@code up-limits} (exit 2) with everything that stands in the way
     */
    public static void check(Lab lab, List<Release> releases) {
        List<String> limits = Stream.of(
                lab.joinsExisting() ? joining(lab) : Stream.<String>of(),
                machines(lab, machine -> machine.isWindows() && machine.arch() != Arch.AMD64 && !machine.isSimulated(),
                        "is a Windows machine that is not amd64, and the bundle has nothing for it"),
                versions(lab, releases),
                containerd(lab, releases)).flatMap(limit -> limit).toList();
        if (!limits.isEmpty()) {
            throw LabException.invalid("up-limits", "`up` cannot bring up all of " + lab.name() + ".",
                    "Take these out of the lab file; the rest comes up.").because(String.join("\n", limits));
        }
    }

    private static Stream<String> joining(Lab lab) {
        Stream<String> provider = lab.provider().filter(name -> !name.traits().joinsNetworks()).stream()
                .map(name -> "machines of %s cannot be put into a network that a cluster of others has".formatted(
                        name.traits().title()));
        Stream<String> simulated = lab.simulatedMachines().stream().map(machine -> machine.name()
                + " is simulated, by a program on the lab's own control plane, and a cluster of others has its own");
        return Stream.concat(provider, simulated);
    }

    private static Stream<String> machines(Lab lab, Predicate<Machine> unable, String why) {
        return lab.machines().stream().filter(unable).map(machine -> machine.name() + " " + why);
    }

    private static Stream<String> versions(Lab lab, List<Release> releases) {
        Stream<String> windows = lab.nodesOfOtherVersions().stream().filter(Machine::isWindows)
                .map(machine -> machine.name() + " has a Kubernetes of its own, and Windows machines get the lab's");
        Stream<String> unknown = lab.nodesOfOtherVersions().stream().filter(machine -> !machine.isWindows())
                .filter(machine -> releases.stream().noneMatch(one -> one.kubernetes().equals(machine.kubernetes())))
                .map(machine -> "%s has Kubernetes %s, which is not in the bundle".formatted(machine.name(),
                        machine.kubernetes()));
        return Stream.concat(windows, unknown);
    }

    private static Stream<String> containerd(Lab lab, List<Release> releases) {
        String bundled = releases.stream().filter(release -> release.kubernetes().equals(lab.kubernetes()))
                .map(release -> release.versions().get("containerd")).filter(Objects::nonNull).findFirst().orElse("");
        return lab.containerd().stream().map(Object::toString).filter(wanted -> !wanted.equals(bundled))
                .map(wanted -> "containerd %s is not in the bundle, which has %s".formatted(wanted, bundled));
    }
}
