package org.hybridlab.lab;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A published Vagrant box of Windows Server, and what it needs: data, so that another box is another line.
 *
 * @param name as Vagrant Cloud has it
 * @param providers that it is published for
 * @param password of the user vagrant, for the first way in; empty: Vagrant's public key opens it
 * @param nic of libvirt's network adapter: Windows brings no driver for virtio
 * @param disk of libvirt's disk bus, for the same reason
 */
public record WindowsBox(WindowsBuild build, String name, Set<ProviderName> providers, Optional<String> password,
                         String nic, String disk) {
    private static final Set<ProviderName> USUAL = Set.of(ProviderName.VIRTUALBOX, ProviderName.HYPERV,
            ProviderName.LIBVIRT);
    /** github.com/gusztavvargadr/packer: OpenSSH and WinRM inside, user vagrant with the password vagrant. */
    private static final List<WindowsBox> KNOWN = List.of(
            box("2019", "gusztavvargadr/windows-server-2019-standard-core"),
            box("2022", "gusztavvargadr/windows-server-2022-standard-core"),
            box("2025", "gusztavvargadr/windows-server-2025-standard-core"));

    public WindowsBox {
        providers = Set.copyOf(providers);
    }

    public static List<WindowsBox> known() {
        return KNOWN;
    }

    /** The box for machines of that build that name none; empty: the lab file must name one. */
    public static Optional<WindowsBox> of(WindowsBuild build, ProviderName provider) {
        return KNOWN.stream().filter(box -> box.build.equals(build) && box.providers.contains(provider)).findFirst();
    }

    /**
     * What a machine's box needs; of a box that is not known here, what the usual ones need.
     *
     * @param base the box that the machine's own was packaged from, if it was
     */
    public static WindowsBox of(Machine machine, Optional<String> base) {
        return base.or(machine::box).flatMap(name -> KNOWN.stream().filter(box -> box.name.equals(name)).findFirst())
                .or(() -> machine.windows().flatMap(windows -> KNOWN.stream()
                        .filter(box -> box.build.equals(windows.build())).findFirst()))
                .orElse(KNOWN.get(1));
    }

    private static WindowsBox box(String build, String name) {
        return new WindowsBox(WindowsBuild.of(build).orElseThrow(), name, USUAL, Optional.of("vagrant"), "e1000e",
                "sata");
    }
}
