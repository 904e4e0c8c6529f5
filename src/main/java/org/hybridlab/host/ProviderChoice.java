package org.hybridlab.host;

import org.hybridlab.config.model.ProviderName;

/**
 * The provider for a lab that names none. The one class that names providers without being of one: it has to choose.
 *
 * @param reason for people
 */
public record ProviderChoice(ProviderName provider, String reason) {
    /** The best that this host can really run: virtual machines where they are quick, else containers. */
    public static ProviderChoice best(HostFacts facts, HostFiles files) {
        if (!facts.hardwareVirtualisation()) {
            return new ProviderChoice(ProviderName.DOCKER, "this processor offers no hardware virtualisation");
        }
        if (files.program("VBoxManage").isPresent()) {
            return new ProviderChoice(ProviderName.VIRTUALBOX, "VirtualBox is installed");
        }
        if (files.program("virsh").isPresent() && files.program("qemu-system-x86_64").isPresent()) {
            return new ProviderChoice(ProviderName.LIBVIRT, "libvirt and QEMU are installed");
        }
        return switch (facts.system().family()) {
            case WINDOWS -> new ProviderChoice(ProviderName.HYPERV, "Hyper-V comes with Windows");
            case MACOS, LINUX -> files.program("prlctl").isPresent()
                    ? new ProviderChoice(ProviderName.PARALLELS, "Parallels Desktop is installed")
                    : new ProviderChoice(ProviderName.DOCKER, "no hypervisor is installed");
        };
    }
}
