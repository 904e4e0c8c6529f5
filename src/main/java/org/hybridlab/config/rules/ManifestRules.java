package org.hybridlab.config.rules;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.manifest.AddOnRules;
import org.hybridlab.config.rules.manifest.CniRules;
import org.hybridlab.config.rules.manifest.ConfigMapRules;
import org.hybridlab.config.rules.manifest.ImageSourceRules;
import org.hybridlab.config.rules.manifest.MountRules;
import org.hybridlab.config.rules.manifest.NetConfRules;
import org.hybridlab.config.rules.manifest.ObjectRules;
import org.hybridlab.config.rules.manifest.ObjectValues;
import org.hybridlab.config.rules.manifest.PodPlacementRules;
import org.hybridlab.config.rules.manifest.ProgramFlagRules;
import org.hybridlab.config.rules.manifest.ReferenceRules;
import org.hybridlab.config.rules.manifest.SchemaRules;
import org.hybridlab.config.rules.manifest.ServiceRules;
import org.hybridlab.config.rules.manifest.WindowsImageRules;
import org.hybridlab.config.rules.manifest.WindowsPodRules;

/** Rules about manifests, in the order of docs/reference/rules.md. */
public final class ManifestRules {
    private ManifestRules() {
    }

    public static List<Rule> all() {
        return Stream.of(List.of(
                PodPlacementRules.POD_OS, PodPlacementRules.WINDOWS_POD_SELECTOR,
                PodPlacementRules.WINDOWS_POD_TOLERATION, PodPlacementRules.LINUX_POD_SELECTOR,
                PodPlacementRules.POD_UNSCHEDULABLE, PodPlacementRules.POD_PLACEMENT,
                PodPlacementRules.POD_TOLERATIONS,
                PodPlacementRules.LABEL_DEPRECATED,
                PodPlacementRules.WINDOWS_BUILD_LABEL,
                WindowsImageRules.IMAGE_BUILD, WindowsImageRules.IMAGE_TAG_FLOATING, WindowsImageRules.IMAGE_OS,
                ImageSourceRules.IMAGE_UNAVAILABLE, ImageSourceRules.IMAGE_LOOPBACK,
                ImageSourceRules.IMAGE_REGISTRY_UNKNOWN,
                ImageSourceRules.IMAGE_FORM, ImageSourceRules.IMAGE_WITHOUT_TAG, ImageSourceRules.IMAGE_NEVER_PULLED,
                ImageSourceRules.IMAGE_PULLED_AGAIN,
                WindowsPodRules.WINDOWS_SECURITY_CONTEXT, WindowsPodRules.LINUX_WINDOWS_OPTIONS,
                WindowsPodRules.HOST_PROCESS, WindowsPodRules.WINDOWS_HOST_NETWORK, WindowsPodRules.WINDOWS_DNS_POLICY,
                WindowsPodRules.WINDOWS_COMMAND,
                MountRules.WINDOWS_MEMORY_VOLUME, MountRules.WINDOWS_SUB_PATH, MountRules.WINDOWS_MOUNTS,
                MountRules.MOUNT_PATH_ESCAPE, MountRules.MOUNT_PATH,
                WindowsPodRules.WINDOWS_HUGE_PAGES,
                ProgramFlagRules.FLAG_REMOVED, ProgramFlagRules.FEATURE_GATE_STABLE,
                ObjectRules.RUNTIME_CLASS_HANDLER, ObjectRules.API_VERSION, ObjectRules.KIND_UNKNOWN,
                SchemaRules.OBJECT_SCHEMA, ObjectValues.OBJECT_VALUES,
                ReferenceRules.REFERENCE_MISSING, ObjectRules.OBJECT_NAME, ObjectRules.NAMESPACE_UNKNOWN,
                ObjectRules.KEY_REPEATED, ObjectRules.NAMESPACE_LATE,
                ServiceRules.SELECTOR_LABELS, ServiceRules.SERVICE_SELECTOR, ServiceRules.PORT_INVALID,
                AddOnRules.WINDOWS_VOLUME_CLAIM, AddOnRules.VOLUME_NEEDS_CLOUD,
                ServiceRules.LOAD_BALANCER,
                AddOnRules.INGRESS_CONTROLLER), AddOnRules.ofAddons(),
                List.of(ConfigMapRules.CONFIG_INVALID,
                NetConfRules.NETCONF_NETWORK, NetConfRules.NETCONF_BACKEND, NetConfRules.NETCONF_VNI,
                NetConfRules.NETCONF_PORT, NetConfRules.NETCONF_WINDOWS,
                CniRules.CNI_DELEGATE, CniRules.CNI_POLICIES, CniRules.CNI_API_VERSION, CniRules.CNI_VERSION,
                CniRules.CNI_NAME, CniRules.CNI_EXCEPTIONS, CniRules.CNI_ROUTES, CniRules.CNI_PROVIDER_ADDRESS,
                ConfigMapRules.KUBE_PROXY_CONFIG)).flatMap(List::stream).toList();
    }
}
