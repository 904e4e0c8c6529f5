package org.hybridlab.provision.render;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.hybridlab.cluster.api.ClusterFacts;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.OverlayStyle;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.config.model.TimeSettings;
import org.hybridlab.config.model.WindowsSettings;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.MacAddress;

/** A Windows machine in templates. @param authorizedKey public half of the lab's key, or a comment before */
public record WindowsMachine(LabId id, Lab lab, Machine machine, String authorizedKey) {
    /** The first of Windows' pause images that has one for each build from 17763 to 26100 (containerd PR 13156). */
    public static final String PAUSE = "registry.k8s.io/pause:3.10.2";
    /** Vagrant's well-known key (keys/vagrant.pub of 2.3.4); its other half is public too. */
    static final String VAGRANT_KEY =
            "ssh-rsa AAAAB3NzaC1yc2EAAAABIwAAAQEA6NF8iallvQVp22WDkTkyrtvp9eWW6A8YVr+kz4TjGYe7gHzIw+"
            + "niNltGEFHzD8+v1I2YJ6oXevct1YeS0o9HZyN1Q9qgCgzUFtdOKLv6IedplqoPkcmF0aYet2PkEDo3MlTBckFXPITAMzF8dJS"
            + "IFo9D8HfdOV0I"
            + "Adx4O7PtixWKn5y2hMNG0zQPyUecp4pzC6kivAIhyfHilFR61RGL+GPXQ2MWZWFYbAGjyiYJnAmCP3NOTd0jMZEnDkbUvxhMmBYS"
            + "dETk1rRgm+R4"
            + "LOzFUGaHqHDLKLX+FIPKcF96hrucXzcWyLbIbEgE98OHlnVYCzRdK8jlqm8tehUc9c9WhQ== vagrant insecure public key";
    /** Empty image: HostProcess pods run programs of the host. */
    public static final String HOST_PROCESS =
            "mcr.microsoft.com/oss/kubernetes/windows-host-process-containers-base-image:v1.0.0";
    /** Layers of Windows have gigabytes; the book's image had five. */
    /** Reboots in a row; {@code rebooted.ps1} fails after the last of them. */
    public static final int MOST_REBOOTS = 3;
    public static final int PULL_MINUTES = 30;
    /** Version of the bundle's flannel plugin, see docs/explanation/windows-networking.md. */
    private static final String CNI_VERSION = "0.3.1";
    private static final int HNS_SECONDS = 600;
    private static final String CNI_FOLDER = "C:\\etc\\cni\\net.d\\";

    /** What is known without a cluster. */
    Map<String, Object> model() {
        WindowsSettings windows = machine.windows().orElseThrow();
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("lab", lab);
        model.put("machine", machine);
        model.put("machines", lab.machines());
        model.put("authorizedKey", authorizedKey);
        model.put("vagrantKey", VAGRANT_KEY);
        model.put("computerName", windows.computerName());
        model.put("mac", MacAddress.dashes(id, machine));
        model.put("netmask", lab.network().machines().netmask().toString());
        // Windows' default; without internet, a lab keeps its initial time. 0x8: client mode, for most servers.
        model.put("ntpServers", lab.time().servers().isEmpty() ? List.of("time.windows.com,0x8")
                : lab.time().servers().stream().map(server -> server + ",0x8").toList());
        model.put("timeZone", lab.time().zone().map(zone -> TimeSettings.windowsName(zone).orElseThrow())
                .orElse("UTC"));
        model.put("dnsServers", lab.network().dns().servers());
        // ICANN reserves .internal for this.
        model.put("dnsSearch", lab.network().dns().search().isEmpty() ? List.of(lab.name() + ".internal")
                : lab.network().dns().search());
        model.put("features", List.of("Containers"));
        model.put("mostReboots", WindowsMachine.MOST_REBOOTS);
        model.put("pauseImage", PAUSE);
        model.put("hostProcessImage", HOST_PROCESS);
        model.put("images", images());
        model.put("pullMinutes", PULL_MINUTES);
        model.put("hnsSeconds", HNS_SECONDS);
        model.put("asServices", asServices());
        // The plugin that runs there, such as `flannel`.
        PodNetworkPlugin.all().forEach(one -> model.put(one.id(), withPlugin() && one.equals(lab.network().plugin())));
        model.put("networkService", networkService());
        model.put("cniSettings", CNI_FOLDER + (withPlugin() ? plugin().cniSettings() : "10-l2bridge.conflist"));
        model.put("settingsFolder", withPlugin() ? plugin().settings() : "C:\\k");
        model.put("hnsNetwork", lab.network().hnsNetwork());
        model.put("delegate", lab.network().mode().traits().delegate());
        model.put("hnsType", lab.network().mode().traits().hnsType());
        model.put("vxlan", lab.network().mode().traits().encapsulates());
        model.put("cniVersion", CNI_VERSION);
        // Names of files in host-local's store that are addresses.
        model.put("addressPattern", "^\\d+(\\.\\d+){3}$");
        return model;
    }

    Map<String, Object> model(ClusterFacts facts) {
        Map<String, Object> model = model();
        model.put("facts", facts);
        model.put("networkName", withPlugin() ? facts.networkName()
                .orElse(plugin().hnsNetwork(facts.isVxlan(), facts.vni())) : lab.network().hnsNetwork());
        List<String> exceptions = new ArrayList<>(List.of(facts.pods(), facts.services()));
        if (bridges()) {
            // Machines know routed pods: traffic between them needs no NAT.
            exceptions.add(lab.network().machines().toString());
        }
        model.put("exceptions", exceptions);
        return model;
    }

    /** With the node's share of the pod network, known once it exists. */
    Map<String, Object> model(ClusterFacts facts, Cidr share) {
        Map<String, Object> model = model(facts);
        model.put("share", share.toString());
        // A Linux machine has the first address, this machine the second, as in win-bridge.
        model.put("gateway", share.address(1).toString());
        model.put("bridge", share.address(2).toString());
        model.put("firstPod", share.address(3).toString());
        return model;
    }

    /** False: a service of hybridlab makes the pod network. */
    public boolean withPlugin() {
        return lab.network().mode().traits().pluginOnWindows();
    }

    public PodNetworkPlugin.Windows plugin() {
        return lab.network().plugin().windows();
    }

    /** Whether pods are on the machines' own network, which needs the node's share beforehand. */
    public boolean bridges() {
        return !lab.network().mode().traits().encapsulates();
    }

    /** Needed before the machine joins, whatever apps come. */
    public List<String> images() {
        return asServices() ? List.of(PAUSE) : List.of(PAUSE, HOST_PROCESS);
    }

    /** Targets of bundle programs that a script installs, by name without {@code .exe}. @param script by file name */
    public Map<String, String> programs(String script) {
        return switch (script) {
            case "containerd.ps1" -> in("C:\\Program Files\\containerd", "containerd", "ctr",
                    "containerd-shim-runhcs-v1");
            case "kubelet.ps1" -> in("C:\\k", "service-host", "kubelet", "kubeadm");
            case "overlay.ps1" -> {
                Map<String, String> all = in("C:\\k", "kube-proxy");
                all.putAll(in("C:\\opt\\cni\\bin", "host-local", lab.network().mode().traits().delegate()));
                if (withPlugin()) {
                    all.putAll(in("C:\\k", "flanneld"));
                    all.putAll(in("C:\\opt\\cni\\bin", "flannel"));
                }
                yield all;
            }
            default -> Map.of();
        };
    }

    private static Map<String, String> in(String folder, String... names) {
        Map<String, String> all = new TreeMap<>();
        for (String name : names) {
            all.put(name, "%s\\%s.exe".formatted(folder, name));
        }
        return all;
    }

    public String networkService() {
        return withPlugin() ? plugin().service() : "pod-network";
    }

    public boolean asServices() {
        return lab.network().overlays() == OverlayStyle.SERVICES;
    }
}
