package org.hybridlab.cluster.api;

import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a machine must know of the cluster that it is part of, as the cluster itself says it.
 *
 * @param server where the API server is for machines, for example {@code https://192.168.57.11:6443}
 * @param pods network of all pods
 * @param services network of the services' virtual addresses
 * @param dns address of the cluster's DNS service
 * @param domain DNS domain of the cluster
 * @param netConf flannel's network configuration, JSON; the same on all machines
 */
public record ClusterFacts(String server, String pods, String services, String dns, String domain, String netConf) {
    private static final String CONFIG_MAPS = "/api/v1/namespaces/%s/configmaps/%s";

    /**
     * Asks the cluster: kubeadm's and flannel's ConfigMaps.
     *
     * @param server of the kubeconfig, for clusters whose kubeadm names no endpoint
     * @throws LabException {@code cluster-facts-missing} if a cluster was not made by kubeadm, or has no flannel
     */
    public static ClusterFacts of(ApiServer api, String server) {
        Map<?, ?> cluster = yaml(api, "kube-system", "kubeadm-config", "ClusterConfiguration");
        Map<?, ?> networking = (Map<?, ?>) need(cluster.get("networking"), "kube-system/kubeadm-config");
        Map<?, ?> kubelet = yaml(api, "kube-system", "kubelet-config", "kubelet");
        Object endpoint = cluster.get("controlPlaneEndpoint");
        return new ClusterFacts(endpoint == null ? server : "https://" + endpoint,
                text(networking, "podSubnet"), text(networking, "serviceSubnet"),
                need(kubelet.get("clusterDNS"), "kube-system/kubelet-config").toString().replaceAll("[\\[\\]]", "")
                .split(",")[0],
                text(networking, "dnsDomain"), data(api, "kube-flannel", "kube-flannel-cfg", "net-conf.json"));
    }

    private static Map<?, ?> yaml(ApiServer api, String namespace, String name, String key) {
        return new Yaml(new SafeConstructor(new LoaderOptions())).load(data(api, namespace, name, key));
    }

    private static String data(ApiServer api, String namespace, String name, String key) {
        return api.find(CONFIG_MAPS.formatted(namespace, name))
                .flatMap(map -> Optional.ofNullable(map.path("data").path(key).asString(null)))
                .orElseThrow(() -> missing(namespace + "/" + name));
    }

    private static String text(Map<?, ?> networking, String key) {
        return need(networking.get(key), "kube-system/kubeadm-config (networking." + key + ")").toString();
    }

    private static Object need(Object value, String where) {
        if (value == null) {
            throw missing(where);
        }
        return value;
    }

    private static LabException missing(String where) {
        return LabException.labFailed("cluster-facts-missing", "The cluster does not say in %s what a machine that "
                .formatted(where) + "joins it needs to know.", "Machines join clusters that kubeadm made, with flannel "
                + "in the namespace kube-flannel: install it there (its own kube-flannel.yml does).");
    }

    /** Without the scheme, for example {@code 192.168.57.11}. */
    public String apiHost() {
        return java.net.URI.create(server).getHost();
    }

    /** For example {@code 6443}. */
    public int apiPort() {
        return java.net.URI.create(server).getPort();
    }

    /** The name of the pod network in Windows' Host Networking Service: flannel's own rule. */
    public String hnsNetwork() {
        var backend = JsonMapper.shared().readTree(netConf).path("Backend");
        String fallback = isVxlan() ? "flannel." + backend.path("VNI").asInt(4096) : "cbr0";
        return backend.path("Name").asString(fallback);
    }

    /** Whether flannel's way is one that Windows machines know: host-gw, or VXLAN as they speak it. */
    public boolean fitsWindows() {
        var backend = JsonMapper.shared().readTree(netConf).path("Backend");
        return isVxlan() ? backend.path("VNI").asInt(1) >= 4096 && backend.path("Port").asInt(8472) == 4789
                : backend.path("Type").asString("").equals("host-gw");
    }

    /** Whether pods' traffic is tunnelled; else it is routed, which takes all machines on one network. */
    public boolean isVxlan() {
        return JsonMapper.shared().readTree(netConf).path("Backend").path("Type").asString("").equals("vxlan");
    }
}
