package org.hybridlab.rules.manifest;

import java.util.List;

import org.hybridlab.rules.Rule;

/** Every rule about the manifests of a lab's apps, in the order of docs/reference/rules.md. */
public final class ManifestRules {
    private ManifestRules() {
    }

    public static List<Rule> all() {
        return List.of(
                new PodOs(), new WindowsPodSelector(), new WindowsPodToleration(), new LinuxPodSelector(),
                new PodNowhere(), new PodTolerations(), new OldOsLabel(),
                new WindowsBuildLabel(), new ImageBuild(), new ImageTagFloats(),
                new ImageOs(), new ImageGone(), new ImageLoopback(), new ImageRegistryUnknown(),
                new ImageForm(), new ImageTagGiven(), new ImageGiven(),
                new LinuxFieldsOnWindows(), new WindowsOptionsOnLinux(), new HostProcessWhole(),
                new WindowsHostNetwork(), new WindowsDnsPolicy(), new WindowsCommand(), new WindowsMemoryVolume(),
                new WindowsSubPath(), new WindowsMounts(), new MountPathReadable(), new MountPathAbsolute(),
                new WindowsHugePages(), new FlagGone(), new GatesStable(), new RuntimeClassHandler(),
                new ApiVersionServed(), new KindServed(), new ObjectName(), new NamespaceThere(),
                new SelectorLabels(), new ServiceSelector(), new ServicePorts(),
                new VolumeProvisioner(), new VolumeOfCloud(), new LoadBalancer(), new PolicyEnforced(),
                        new IngressServed(),
                new AutoscalerMetrics(), new ConfigReadable(),
                new NetConfNetwork(), new NetConfBackend(), new NetConfVni(), new NetConfPort(),
                new NetConfWindows(), new CniDelegate(), new CniPolicies(), new CniApiVersion(), new CniVersion(),
                new CniName(), new CniExceptions(), new CniRoutes(), new CniProviderAddress(),
                new KubeProxyConfig());
    }
}
