package org.hybridlab.cluster.api;

import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a machine must know of its cluster, as the cluster says it.
 *
 * @param server for machines, for example {@code https://192.168.57.11:6443}
 * @param dns address of the cluster's DNS service
 * @param domain DNS domain of the cluster
 * @param netConf JSON network configuration of the pod network; the same on all machines
 */
public record ClusterFacts(String server, String pods, String services, String dns, String domain, String netConf) {
    private static final String CONFIG_MAPS = "/api/v1/namespaces/%s/configmaps/%s";

    /**
     * Where the pod network's configuration is.
     *
     * @param title the plugin's name for people
     */
    public record PodNetworkSource(String title, String namespace, String configMap, String key) {
    }

    /**
     * Reads kubeadm's ConfigMaps and that of the pod network.
     *
     * @param server of the kubeconfig, if kubeadm names no endpoint
     * @throws LabException {@code cluster-facts-missing} if kubeadm did not make the cluster, or it lacks that pod
     * network
     */
    public static ClusterFacts of(ApiServer api, String server, PodNetworkSource network) {
        Questions questions = new Questions(api, network);
        Map<?, ?> cluster = questions.yaml("kube-system", "kubeadm-config", "ClusterConfiguration");
        Map<?, ?> networking = (Map<?, ?>) questions.need(cluster.get("networking"), "kube-system/kubeadm-config");
        Map<?, ?> kubelet = questions.yaml("kube-system", "kubelet-config", "kubelet");
        Object endpoint = cluster.get("controlPlaneEndpoint");
        return new ClusterFacts(endpoint == null ? server : "https://" + endpoint,
                questions.text(networking, "podSubnet"), questions.text(networking, "serviceSubnet"),
                questions.need(kubelet.get("clusterDNS"), "kube-system/kubelet-config").toString()
                        .replaceAll("[\\[\\]]", "").split(",")[0],
                questions.text(networking, "dnsDomain"),
                questions.data(network.namespace(), network.configMap(), network.key()));
    }

    private record Questions(ApiServer api, PodNetworkSource network) {
        Map<?, ?> yaml(String namespace, String name, String key) {
            return new Yaml(new SafeConstructor(new LoaderOptions())).load(data(namespace, name, key));
        }

        String data(String namespace, String name, String key) {
            return api.find(CONFIG_MAPS.formatted(namespace, name))
                    .flatMap(map -> Optional.ofNullable(map.path("data").path(key).asString(null)))
                    .orElseThrow(() -> missing(namespace + "/" + name));
        }

        String text(Map<?, ?> networking, String key) {
            return need(networking.get(key), "kube-system/kubeadm-config (networking." + key + ")").toString();
        }

        Object need(Object value, String where) {
            if (value == null) {
                throw missing(where);
            }
            return value;
        }

        private LabException missing(String where) {
            return LabException.labFailed("cluster-facts-missing",
                    "The cluster does not say in %s what a machine that joins it needs to know.".formatted(where),
                    "Machines join clusters that kubeadm made, with %s in the namespace %s: install it there (its own "
                            .formatted(network.title(), network.namespace())
                            + network.namespace() + ".yml does).");
        }
    }

    /** Without the scheme, for example {@code 192.168.57.11}. */
    public String apiHost() {
        return java.net.URI.create(server).getHost();
    }

    public int apiPort() {
        return java.net.URI.create(server).getPort();
    }

    public Optional<String> networkName() {
        return Optional.ofNullable(backend().path("Name").asString(null));
    }

    public int vni() {
        return backend().path("VNI").asInt(4096);
    }

    /** Whether Windows machines support the backend: host-gw, or VXLAN with the settings of Windows. */
    public boolean fitsWindows() {
        JsonNode backend = backend();
        return isVxlan() ? backend.path("VNI").asInt(1) >= 4096 && backend.path("Port").asInt(8472) == 4789
                : backend.path("Type").asString("").equals("host-gw");
    }

    /** Whether pod traffic is tunnelled. Otherwise it is routed, and all machines must share one network. */
    public boolean isVxlan() {
        return backend().path("Type").asString("").equals("vxlan");
    }

    private JsonNode backend() {
        return JsonMapper.shared().readTree(netConf).path("Backend");
    }
}
