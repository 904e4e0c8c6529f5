package org.hybridlab.rules;

import java.util.List;

/** Every rule about a lab but for its manifests, in the order of docs/reference/rules.md. */
public final class Rules {
    private Rules() {
    }

    public static List<Rule> all() {
        return List.of(
                new ControlPlaneThere(), new ClusterOfOthers(), new ClusterKeysUsed(), new ClusterMode(),
                OddMembers.ofControlPlanes(), OddMembers.ofEtcd(), new LinuxControlPlane(),
                new MachineNamesDiffer(), new MachineNameLength(), new WindowsNames(), new NamesWithLetters(),
                new NamesNotReserved(),
                new ComputerNamesDiffer(), new ComputerNameLength(), new ComputerNamesUsable(),
                new AddressesInNetwork(), new AddressesUsable(), new AddressesDiffer(),
                new VirtualAddressInNetwork(), new VirtualAddressFree(),
                new EnoughMemory(), new EnoughCpus(), new HostMemory(), new HostCores(),
                new WindowsProvider(), new WindowsArch(), new WindowsBuildSupported(), new WindowsBuildOfBook(),
                new WindowsBuildOfPods(),
                new BoxOfBuild(), new KnownBoxUpdates(), new BoxFileInLabPinned(), new BoxVersionOfFile(),
                new OneBoxOfAName(), new BoxPlaceOnDocker(), new PackagedBoxThere(), new PackagedBoxBuild(),
                        new OneArch(), new HostArch(),
                new NetworksApart(), new ProviderNetworksApart(), new HostRoutesApart(), new AllowedMachineNetwork(),
                new OrdinaryNetworks(), new PrivateNetworks(),
                new PodsForEveryNode(), new PodsForFlannel(), new PodsNotTooLarge(),
                new ServicesNotTooLarge(), new ServicesNotTooSmall(),
                new WindowsVni(), new WindowsVxlanPort(), new VxlanKeysUsed(),
                new ModeKubernetes(), new ModeRuntime(), new ModeOverlays(), new ModeDockerNetwork(),
                new GatewaysEnough(), new GatewaysNumbered(), new ClusterGateways(),
                new KubernetesNotTooOld(), new KubernetesKnown(), new KubernetesBundled(), new KubeletSkew(),
                new ControlPlaneVersion(),
                new ContainerdFits(),
                new AppNamesDiffer(), new ManifestsThere(), new ManifestsForKubectl(), new ManifestTemplatesRender(),
                new ManifestsReadable(), new NodePortsDiffer(),
                new ManifestNodePortsDiffer(), new ManifestNodePortRange(), new NodePortServed(),
                new ScaledThingsThere(), new PodsHaveRoom(),
                new CheckNamesDiffer(), new CheckMachinesThere(), new CheckPortServed(), new CheckWorkloadThere(),
                new CheckContainerThere(),
                new NoPasswords(), new ReachableFromMachines(), new OneBoxUrl(), new OneBoxSource(),
                new BoxSumOfUrl(), new BoxUrlAuthentic(),
                new RegistriesDiffer(), new RegistriesReachable(), new MirrorsElsewhere(), new PasswordsEncrypted());
    }
}
