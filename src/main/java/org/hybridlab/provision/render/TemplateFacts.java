package org.hybridlab.provision.render;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.artifact.bundle.ImageSpec;
import org.hybridlab.config.model.Ipv4;

/**
 * What templates need besides the lab.
 *
 * @param containers whether machines share the host's kernel
 * @param images references by bundle name
 * @param packages of Debian on each node
 * @param nameServers of the host that containers can reach
 */
public record TemplateFacts(boolean containers, Timeouts timeouts, Images images, List<String> packages,
                            List<Ipv4> nameServers) {
    /** kubeadm's preflight checks that fail on containers without need. */
    private static final List<String> CONTAINER_PREFLIGHT = List.of("SystemVerification", "Swap", "Mem", "NumCPU",
            "FileContent--proc-sys-net-bridge-bridge-nf-call-iptables");
    /**
     * Labs have less memory and fewer processors than production. From 1.35 on kubeadm refuses cgroup v1 even if the
     * kubelet accepts it. Other findings of {@code SystemVerification} become warnings.
     */
    private static final List<String> LAB_PREFLIGHT = List.of("Mem", "NumCPU", "SystemVerification");

    /** Images by their real content, see docs/reference/bundle-and-box.md, with kubeadm's {@code imageTag}. */
    public record Images(String etcdTag, String corednsTag, Map<String, String> references) {
        public static Images of(Map<String, ImageSpec> images) {
            Map<String, String> references = new LinkedHashMap<>();
            images.forEach((name, image) -> references.put(name, image.reference()));
            return new Images(images.get("etcd").tag(), images.get("coredns").tag(), references);
        }

        /** The image of the checks' pods. */
        public String agnhost() {
            return references.get("agnhost");
        }
    }

    public List<String> ignoredPreflight() {
        return containers ? CONTAINER_PREFLIGHT : LAB_PREFLIGHT;
    }

    public Map<String, Object> with(Map<String, Object> values) {
        Map<String, Object> model = new LinkedHashMap<>(values);
        model.put("containers", containers);
        model.put("emulated", timeouts.equals(Timeouts.EMULATED));
        model.put("ignorePreflightErrors", ignoredPreflight());
        model.put("timeout", timeouts.kubeadm().toMinutes() + "m0s");
        // Such as `flannelImage`: templates use the bundle's names.
        images.references().forEach((name, reference) -> model.put(name + "Image", reference));
        model.put("etcdTag", images.etcdTag());
        model.put("corednsTag", images.corednsTag());
        model.put("images", List.copyOf(images.references().values()));
        model.put("packages", packages);
        model.put("hostNameServers", nameServers);
        return model;
    }
}
