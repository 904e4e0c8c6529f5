package org.hybridlab.provision.up;

import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.ProviderTraits;

/**
 * What {@code up} says to labs of a time that is over: no, unless somebody insists; and then, what of their lab file it
 * does not do.
 */
public final class LegacyMode {
    private static final String WHY =
            "Kubernetes 1.18 ended in 2021, and Kubernetes left Docker with 1.24. The packages "
            + "that the book installs went with apt.kubernetes.io in 2024, Docker for Windows with its "
                    + "DockerMsftProvider "
            + "in 2023. Nobody ran it here.";

    private LegacyMode() {
    }

    /**
     * @param forced whether the user insists
     * @throws LabException {@code legacy-mode} (exit 2) with the reason and what to do today
     */
    public static void check(Lab lab, boolean forced) {
        if (lab.network().mode().traits().legacy() && !forced) {
            throw LabException.invalid("legacy-mode",
                    "The mode %s of %s is a legacy mode: Kubernetes %s with Docker, as a book had it in 2020."
                            .formatted(lab.network().mode().id(), lab.name(), lab.kubernetes()),
                    ("For such a lab of today, leave `kubernetes` and the mode out: that is flannel-vxlan. To read "
                            + "what "
                            + "the book ran: `hybridlab render %s`. To try it anyway: --force.")
                            .formatted(lab.name())).because(WHY);
        }
    }

    /** What is said of such a lab wherever it comes up all the same; empty for all others. */
    public static Optional<String> notice(Lab lab) {
        return lab.network().mode().traits().legacy()
                ? Optional.of(("Legacy mode, because you gave --force: machines get Docker, "
                + "Kubernetes %s and all images from where they were in 2020, if they still are there. Nobody ran it "
                + "here.").formatted(lab.kubernetes())) : Optional.empty();
    }

    /** What the lab file says and the book's scripts do not do. */
    static Stream<String> limits(Lab lab) {
        if (!lab.network().mode().traits().legacy()) {
            return Stream.of();
        }
        String mode = "the mode " + lab.network().mode().id();
        return Stream.of(
                limit(lab.hasSeveralControlPlanes() || lab.hasExternalEtcd()
                        || lab.network().virtualAddress().isPresent(),
                        mode + " has one control plane at its own address, with etcd beside it"),
                limit(lab.provider().filter(name -> !name.traits().legacyBoxes()).isPresent(),
                        "the box of " + mode + " is for " + ProviderName.titlesOf(ProviderTraits::legacyBoxes)),
                limit(!lab.simulatedMachines().isEmpty(), "simulated machines are nodes of a newer Kubernetes"),
                limit(lab.metrics(), "the metrics server is made for a newer Kubernetes"),
                limit(!lab.registries().isEmpty() || lab.outside().registryMirror().isPresent(),
                        "registries and their mirror are settings of containerd, and " + mode + " has Docker"),
                limit(!lab.nodesOfOtherVersions().isEmpty(), "all machines of " + mode + " have the lab's Kubernetes"))
                .flatMap(one -> one);
    }

    private static Stream<String> limit(boolean there, String text) {
        return there ? Stream.of(text) : Stream.of();
    }
}
