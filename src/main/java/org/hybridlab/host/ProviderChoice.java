package org.hybridlab.host;

import java.util.Optional;

import org.hybridlab.config.model.ProviderName;

/** Chooses the provider of a lab that names none. */
public record ProviderChoice(ProviderName provider, String reason) {
    /** Virtual machines if they are fast here, else containers. */
    public static ProviderChoice best(HostFacts facts, HostFiles files) {
        if (!facts.hardwareVirtualisation()) {
            return new ProviderChoice(ProviderName.DOCKER, "this processor offers no hardware virtualisation");
        }
        return hypervisor(facts, files).filter(choice -> facts.kvm() || choice.provider() != ProviderName.LIBVIRT)
                .orElse(new ProviderChoice(ProviderName.DOCKER, "no hypervisor is installed that this host can use"));
    }

    /** Docker cannot run Windows machines, so the choice ignores what this host can run. */
    public static ProviderChoice forWindows(HostFacts facts, HostFiles files) {
        return hypervisor(facts, files)
                .orElse(new ProviderChoice(ProviderName.VIRTUALBOX, "Docker runs no Windows machines"));
    }

    private static Optional<ProviderChoice> hypervisor(HostFacts facts, HostFiles files) {
        if (files.program("VBoxManage").isPresent()) {
            return Optional.of(new ProviderChoice(ProviderName.VIRTUALBOX, "VirtualBox is installed"));
        }
        if (files.program("virsh").isPresent() && Software.qemu(files).isPresent()) {
            return Optional.of(new ProviderChoice(ProviderName.LIBVIRT, "libvirt and QEMU are installed"));
        }
        return switch (facts.system().family()) {
            case WINDOWS -> Optional.of(new ProviderChoice(ProviderName.HYPERV, "Hyper-V comes with Windows"));
            case MACOS, LINUX -> files.program("prlctl")
                    .map(any -> new ProviderChoice(ProviderName.PARALLELS, "Parallels Desktop is installed"));
        };
    }
}
