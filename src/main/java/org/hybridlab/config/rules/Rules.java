package org.hybridlab.config.rules;

import java.util.List;

import org.hybridlab.config.rules.app.AppRules;
import org.hybridlab.config.rules.app.CheckRules;
import org.hybridlab.config.rules.app.NodePortRules;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.kubernetes.ComponentRules;
import org.hybridlab.config.rules.kubernetes.ControlPlaneRules;
import org.hybridlab.config.rules.kubernetes.ExistingClusterRules;
import org.hybridlab.config.rules.kubernetes.KubernetesVersionRules;
import org.hybridlab.config.rules.machine.BoxBuildRules;
import org.hybridlab.config.rules.machine.BoxSourceRules;
import org.hybridlab.config.rules.machine.MachineArchRules;
import org.hybridlab.config.rules.machine.MachineNameRules;
import org.hybridlab.config.rules.machine.MachineSizeRules;
import org.hybridlab.config.rules.machine.TimeRules;
import org.hybridlab.config.rules.machine.WindowsBuildRules;
import org.hybridlab.config.rules.manifest.AppPlacementRules;
import org.hybridlab.config.rules.network.AddressRules;
import org.hybridlab.config.rules.network.DnsRules;
import org.hybridlab.config.rules.network.GatewayRules;
import org.hybridlab.config.rules.network.NetworkModeRules;
import org.hybridlab.config.rules.network.NetworkRangeRules;
import org.hybridlab.config.rules.network.NetworkSizeRules;
import org.hybridlab.config.rules.network.ProxyRules;
import org.hybridlab.config.rules.network.RegistryRules;
import org.hybridlab.config.rules.network.VxlanRules;

/** Rules about a lab without its manifests, in the order of docs/reference/rules.md. */
public final class Rules {
    private Rules() {
    }

    public static List<Rule> all() {
        return List.of(
                ControlPlaneRules.CONTROL_PLANE_MISSING,
                ExistingClusterRules.CLUSTER_CONTROL_PLANE, ExistingClusterRules.CLUSTER_KEYS,
                ControlPlaneRules.CONTROL_PLANE_EVEN, ControlPlaneRules.ETCD_EVEN,
                ControlPlaneRules.CONTROL_PLANE_WINDOWS,
                MachineNameRules.DUPLICATE_MACHINE_NAME, MachineNameRules.MACHINE_NAME_LONG,
                MachineNameRules.MACHINE_NAME_WINDOWS, MachineNameRules.MACHINE_NAME_DIGITS,
                MachineNameRules.MACHINE_NAME_RESERVED, MachineNameRules.DUPLICATE_COMPUTER_NAME,
                MachineNameRules.COMPUTER_NAME_LONG, MachineNameRules.COMPUTER_NAME_RESERVED,
                AddressRules.ADDRESS_OUTSIDE_NETWORK, AddressRules.ADDRESS_RESERVED, AddressRules.DUPLICATE_ADDRESS,
                AddressRules.VIRTUAL_ADDRESS_OUTSIDE, AddressRules.VIRTUAL_ADDRESS_TAKEN,
                MachineSizeRules.MEMORY_MINIMUM, MachineSizeRules.CONTROL_PLANE_CPUS, MachineSizeRules.HOST_MEMORY,
                MachineSizeRules.HOST_CORES,
                WindowsBuildRules.WINDOWS_PROVIDER,
                MachineArchRules.WINDOWS_ARCH,
                WindowsBuildRules.WINDOWS_BUILD_SUPPORT,
                WindowsBuildRules.WINDOWS_BUILD_PODS,
                BoxBuildRules.BOX_BUILD, BoxBuildRules.WINDOWS_BOX_UPDATES,
                BoxSourceRules.BOX_FILE_UNPINNED, BoxSourceRules.BOX_VERSION_UNUSED, BoxSourceRules.DUPLICATE_BOX_NAME,
                BoxSourceRules.BOX_PLACE_DOCKER,
                BoxBuildRules.BOX_MISSING, BoxBuildRules.BOX_PACKAGED_BUILD,
                MachineArchRules.ARCH_MIXED, MachineArchRules.HOST_ARCH, MachineArchRules.BOX_ARCH,
                NetworkRangeRules.NETWORKS_OVERLAP, NetworkRangeRules.PROVIDER_NETWORK_OVERLAP,
                NetworkRangeRules.HOST_ROUTE_OVERLAP, NetworkRangeRules.VIRTUALBOX_RANGE,
                NetworkRangeRules.NETWORK_SPECIAL, NetworkRangeRules.NETWORK_PUBLIC,
                NetworkSizeRules.PODS_NETWORK_SMALL, NetworkSizeRules.PODS_NETWORK_FLANNEL,
                NetworkSizeRules.PODS_NETWORK_LARGE, NetworkSizeRules.SERVICES_NETWORK_LARGE,
                NetworkSizeRules.SERVICES_NETWORK_SMALL,
                VxlanRules.VNI_WINDOWS, VxlanRules.VXLAN_PORT_WINDOWS, VxlanRules.VXLAN_UNUSED,
                NetworkModeRules.WINDOWS_AGENTS_MODE,
                GatewayRules.GATEWAYS_FEW, GatewayRules.GATEWAYS_MANY, GatewayRules.CLUSTER_GATEWAYS,
                KubernetesVersionRules.KUBERNETES_TOO_OLD, KubernetesVersionRules.KUBERNETES_NEWER,
                KubernetesVersionRules.KUBERNETES_NOT_BUNDLED, KubernetesVersionRules.KUBELET_SKEW,
                KubernetesVersionRules.CONTROL_PLANE_VERSION, KubernetesVersionRules.CONTAINERD_FIT,
                ComponentRules.FEATURE_GATE, ComponentRules.RUNTIME_CONFIG,
                AppRules.DUPLICATE_APP_NAME, AppRules.MANIFEST_MISSING, AppRules.MANIFEST_UNSUPPORTED,
                AppRules.TEMPLATE_INVALID, AppRules.KUSTOMIZATION_INVALID, AppRules.CHART_INVALID,
                AppRules.RENDERER_MISSING,
                AppRules.MANIFEST_INVALID,
                NodePortRules.DUPLICATE_NODE_PORT, NodePortRules.NODE_PORT_CONFLICT,
                NodePortRules.MANIFEST_NODE_PORT_RANGE,
                NodePortRules.NODE_PORT_UNSERVED,
                AppRules.SCALE_UNKNOWN, AppPlacementRules.APPS_UNSCHEDULABLE,
                CheckRules.DUPLICATE_CHECK_NAME, CheckRules.CHECK_MACHINE_UNKNOWN, CheckRules.CHECK_PORT_UNSERVED,
                CheckRules.CHECK_WORKLOAD_UNKNOWN, CheckRules.CHECK_CONTAINER_UNKNOWN,
                DnsRules.DNS_SERVER_UNUSABLE, DnsRules.HOST_DNS_INSIDE,
                TimeRules.TIME_ZONE_UNKNOWN, TimeRules.TIME_SERVER_UNUSABLE, TimeRules.TIME_SERVERS_DOCKER,
                ProxyRules.PASSWORD_IN_FILE, ProxyRules.PROXY_LOOPBACK,
                BoxSourceRules.BOX_URL_SEVERAL, BoxSourceRules.DUPLICATE_BOX_SOURCE, BoxSourceRules.BOX_SUM_UNUSED,
                BoxSourceRules.BOX_URL_PLAIN_HTTP,
                RegistryRules.DUPLICATE_REGISTRY, RegistryRules.REGISTRY_LOOPBACK, RegistryRules.REGISTRY_MIRROR_ITSELF,
                RegistryRules.REGISTRY_LOGIN_PLAIN);
    }
}
