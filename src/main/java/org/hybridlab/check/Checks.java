package org.hybridlab.check;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.check.app.AppEndToEnd;
import org.hybridlab.check.app.LabFileCheck;
import org.hybridlab.check.cluster.AddonCheck;
import org.hybridlab.check.cluster.ClusterDns;
import org.hybridlab.check.cluster.EtcdMembers;
import org.hybridlab.check.cluster.GatewaysHeld;
import org.hybridlab.check.cluster.NodePortReachable;
import org.hybridlab.check.cluster.NodesReady;
import org.hybridlab.check.cluster.PodNetwork;
import org.hybridlab.check.cluster.PodsStart;
import org.hybridlab.check.cluster.PoliciesHeld;
import org.hybridlab.check.cluster.ServiceReachable;
import org.hybridlab.check.cluster.SystemPodsStable;
import org.hybridlab.check.core.Check;
import org.hybridlab.check.windows.GatewaysAnswer;
import org.hybridlab.check.windows.HnsNetworks;
import org.hybridlab.check.windows.HnsPolicies;
import org.hybridlab.check.windows.HybridNodePort;
import org.hybridlab.check.windows.HybridPodNetwork;
import org.hybridlab.check.windows.HybridService;
import org.hybridlab.check.windows.SourceVip;
import org.hybridlab.check.windows.WindowsDns;
import org.hybridlab.check.windows.WindowsOutbound;
import org.hybridlab.check.windows.WindowsPodsStart;
import org.hybridlab.check.windows.WindowsRoutes;
import org.hybridlab.check.windows.WindowsVersions;
import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Os;

/** The checks of a lab: what must be true of every lab, then its apps, then what its author added. */
public final class Checks {
    private Checks() {
    }

    /** In the order in which they stand on each other. */
    public static List<Check> of(Lab lab) {
        List<Check> checks = new ArrayList<>(List.of(new NodesReady(), new SystemPodsStable()));
        addOfCluster(lab, checks);
        lab.apps().forEach(app -> checks.add(new AppEndToEnd(app)));
        lab.checks().forEach(spec -> checks.add(new LabFileCheck(spec, lab.apps())));
        return List.copyOf(checks);
    }

    private static void addOfCluster(Lab lab, List<Check> checks) {
        checks.add(new PodsStart());
        long linux = lab.nodes().stream().filter(machine -> machine.os() == Os.LINUX).count();
        // A cluster of others lends one machine to look from.
        if (linux + (lab.joinsExisting() ? 1 : 0) > 1) {
            checks.add(new PodNetwork());
        }
        checks.addAll(List.of(new ClusterDns(), new ServiceReachable()));
        if (linux > 0) {
            checks.add(new NodePortReachable());
        }
        if (lab.hasWindows() && !lab.gateways().isEmpty()) {
            checks.add(new GatewaysHeld());
        }
        if (lab.hasGateways() && lab.joinsExisting()) {
            checks.add(new GatewaysAnswer());
        }
        if (lab.etcdMembers().size() > 1 || lab.hasExternalEtcd()) {
            checks.add(new EtcdMembers());
        }
        lab.addons().forEach(addon -> checks.add(ofAddon(addon)));
        if (lab.hasWindows()) {
            addWindows(lab, checks);
        }
    }

    private static Check ofAddon(Addon addon) {
        return addon.holdsPolicies() ? new PoliciesHeld(addon) : new AddonCheck(addon);
    }

    private static void addWindows(Lab lab, List<Check> checks) {
        checks.addAll(List.of(new WindowsVersions(), new HnsNetworks(), new HnsPolicies()));
        checks.add(lab.network().mode().traits().encapsulates() ? new SourceVip() : new WindowsRoutes());
        checks.addAll(List.of(new WindowsPodsStart(), new HybridPodNetwork(), new HybridService(), new WindowsDns(),
                new HybridNodePort()));
        // Of a cluster of others nobody here knows the API server's machine.
        if (!lab.joinsExisting()) {
            checks.add(new WindowsOutbound());
        }
    }
}
