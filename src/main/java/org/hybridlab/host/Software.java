package org.hybridlab.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.ProviderName;

/**
 * Software and its packages. Empty: the package manager does not have it.
 *
 * @param name for people; also the program of GO, MMDEBSTRAP and VIRT_SYSPREP
 * @param debian packages of Debian and Ubuntu
 * @param fedora packages of Fedora and relatives
 * @param brew formulae and casks of Homebrew
 */
public record Software(String name, List<String> debian, List<String> fedora, List<String> arch, List<String> brew,
                       List<String> winget) {
    private static final boolean ARM = Arch.ofThisHost() == Arch.ARM64;
    /** Runs machines of this host's architecture. */
    public static final String QEMU = qemu(Arch.ofThisHost());
    /** RHEL and its relatives have no other. */
    private static final String QEMU_OF_RHEL = "qemu-kvm";
    /** Fedora packages that RHEL and its relatives lack. */
    static final Set<String> NOT_IN_RHEL = Set.of("vagrant", "vagrant-libvirt", "moby-engine", "mmdebstrap");

    /** Packages that some Debian relatives lack, with advice. */
    static final Map<String, String> OF_PEOPLE = Map.of(
            "vagrant", "Install Vagrant from its makers: https://developer.hashicorp.com/vagrant/install",
            "vagrant-libvirt", "Run `vagrant plugin install vagrant-libvirt`. If it does not compile, install gcc, "
                    + "make and libvirt's headers first.");

    /** Packages of newer releases only. In older ones another installed package has the files. */
    static final Set<String> OF_NEWER_RELEASES = Set.of("docker-cli");

    /** Debian's vagrant recommends vagrant-libvirt with all of libvirt. We install without recommendations. */
    public static final Software VAGRANT = new Software("vagrant", List.of("vagrant"), List.of("vagrant"),
            List.of("vagrant"), List.of("--cask vagrant"), List.of("Hashicorp.Vagrant"));
    public static final Software SSH = new Software("ssh", List.of("openssh-client"), List.of("openssh-clients"),
            List.of("openssh"), List.of(), List.of("Microsoft.OpenSSH.Beta"));
    public static final Software DOCKER = new Software("docker",
            List.of("docker.io", "docker-cli", "iptables", "acl"), List.of("moby-engine"), List.of("docker"),
            List.of("--cask docker"), List.of("Docker.DockerDesktop"));
    public static final Software VIRTUALBOX = new Software("VirtualBox", List.of(), List.of(), List.of("virtualbox"),
            List.of("--cask virtualbox"), List.of("Oracle.VirtualBox"));
    /** Includes UEFI firmware, which Windows boxes boot with. */
    public static final Software LIBVIRT = new Software("libvirt",
            List.of("libvirt-daemon-system", "libvirt-clients", ARM ? "qemu-system-arm" : "qemu-system-x86",
                    "qemu-utils", "dnsmasq-base", "vagrant-libvirt", "e2fsprogs", "acl",
                    ARM ? "qemu-efi-aarch64" : "ovmf"),
            List.of("libvirt", "qemu-kvm", "vagrant-libvirt", "edk2-ovmf"),
            List.of("libvirt", "qemu-base", "dnsmasq", "edk2-ovmf"), List.of(),
            List.of());
    /** Builds the bundle from Go modules. Any release will do. */
    public static final Software GO = new Software("go", List.of("golang-go"), List.of("golang"),
            List.of("go"), List.of("go"), List.of("GoLang.Go"));
    public static final Software MMDEBSTRAP = new Software("mmdebstrap", List.of("mmdebstrap"), List.of("mmdebstrap"),
            List.of(), List.of(), List.of());
    /** vagrant-libvirt calls it and virt-sparsify at each {@code vagrant package} (package_domain.rb of 0.11). */
    public static final Software VIRT_SYSPREP = new Software("virt-sysprep", List.of("guestfs-tools"),
            List.of("guestfs-tools"), List.of("guestfs-tools"), List.of(), List.of());

    static String qemu(Arch arch) {
        return arch == Arch.ARM64 ? "qemu-system-aarch64" : "qemu-system-x86_64";
    }

    static Optional<Path> qemu(HostFiles files) {
        return files.program(QEMU).or(() -> files.program(QEMU_OF_RHEL));
    }

    public static Set<Software> forPackaging(ProviderName provider) {
        return provider.traits().storesBoxes() ? Set.of(VIRT_SYSPREP) : Set.of();
    }

    public Software {
        debian = List.copyOf(debian);
        fedora = List.copyOf(fedora);
        arch = List.copyOf(arch);
        brew = List.copyOf(brew);
        winget = List.copyOf(winget);
    }
}
