package org.hybridlab.host;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.process.ThisHost;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.KnownLab.Origin;
import org.hybridlab.provider.api.LabId;

/** What is known of labs that are up on this host, of the little that a test is about. */
public final class TestKnownLab {
    private TestKnownLab() {
    }

    /** Of flannel with VXLAN, its lab file beside the workspace. */
    public static KnownLab of(String name, String workspace, ProviderName provider, String network) {
        return of(name, workspace, provider, network, false, NetworkMode.FLANNEL_VXLAN);
    }

    public static KnownLab of(String name, String workspace, ProviderName provider, String network, Origin origin) {
        return of(name, workspace, provider, network, false, NetworkMode.FLANNEL_VXLAN, origin);
    }

    public static KnownLab of(String name, String workspace, ProviderName provider, String network,
                              boolean simulatesWindows, NetworkMode mode) {
        Path folder = Path.of(workspace);
        String file = folder.getFileName().toString();
        Path labFile = folder.resolveSibling(file.startsWith(".hybridlab-") ? file.substring(11) + ".yaml"
                : "lab.yaml");
        return of(name, workspace, provider, network, simulatesWindows, mode, new Origin(
                LabId.of(name, folder).toString(), ThisHost.here(), labFile.toString(), Optional.empty(),
                Optional.empty()));
    }

    public static KnownLab of(String name, String workspace, ProviderName provider, String network,
                              boolean simulatesWindows, NetworkMode mode, Origin origin) {
        return new KnownLab(name, workspace, provider, network, simulatesWindows, mode, Map.of(), origin,
                Optional.empty(), Map.of());
    }

    /** @param file the provider that the lab file said, if it said one */
    public static KnownLab writing(KnownLab lab, Optional<ProviderName> file) {
        return new KnownLab(lab.name(), lab.workspace(), lab.provider(), lab.network(), lab.simulatesWindows(),
                lab.mode(), lab.addresses(), lab.origin(), file, lab.settings());
    }
}
