package org.hybridlab.provision.render;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.artifact.bundle.ImageSpec;
import org.hybridlab.config.model.Ipv4;

/**
 * What templates need to know besides the lab itself.
 *
 * @param containers whether machines are containers, which share the host's kernel
 * @param images references of the images that the bundle carries
 * @param packages of Debian that a node has
 * @param nameServers of the host, as far as containers can ask them
 */
public record TemplateFacts(boolean containers, Timeouts timeouts, Images images, List<String> packages,
                            List<Ipv4> nameServers) {
    /** What kubeadm's preflight says no to on machines that are containers, and need not. */
    private static final List<String> CONTAINER_PREFLIGHT = List.of("SystemVerification", "Swap", "Mem", "NumCPU",
            "FileContent--proc-sys-net-bridge-bridge-nf-call-iptables");
    /**
     * Labs are small: less memory and fewer processors than production wants. From 1.35 on kubeadm refuses cgroup v1
     * even where the kubelet is told to run with it. What else {@code SystemVerification} finds becomes a warning.
     */
    private static final List<String> LAB_PREFLIGHT = List.of("Mem", "NumCPU", "SystemVerification");

    /**
     * Images by what is really in them, see docs/reference/bundle-and-box.md.
     *
     * @param etcdTag kubeadm's {@code imageTag} for etcd
     * @param corednsTag the same for CoreDNS
     * @param references full references by the bundle's names for them
     */
    public record Images(String etcdTag, String corednsTag, Map<String, String> references) {
        public static Images of(Map<String, ImageSpec> images) {
            Map<String, String> references = new LinkedHashMap<>();
            images.forEach((name, image) -> references.put(name, image.reference()));
            return new Images(images.get("etcd").tag(), images.get("coredns").tag(), references);
        }

        /** What checks run in their pods. */
        public String agnhost() {
            return references.get("agnhost");
        }
    }

    /** What kubeadm's preflight may say no to on machines of labs. */
    public List<String> ignoredPreflight() {
        return containers ? CONTAINER_PREFLIGHT : LAB_PREFLIGHT;
    }

    /** The given values, and these facts. */
    public Map<String, Object> with(Map<String, Object> values) {
        Map<String, Object> model = new LinkedHashMap<>(values);
        model.put("containers", containers);
        model.put("emulated", timeouts.equals(Timeouts.EMULATED));
        model.put("ignorePreflightErrors", ignoredPreflight());
        model.put("timeout", timeouts.kubeadm().toMinutes() + "m0s");
        // For example `flannelImage`: who brings an image into the bundle has its name in templates.
        images.references().forEach((name, reference) -> model.put(name + "Image", reference));
        model.put("etcdTag", images.etcdTag());
        model.put("corednsTag", images.corednsTag());
        model.put("images", List.copyOf(images.references().values()));
        model.put("packages", packages);
        model.put("hostNameServers", nameServers);
        return model;
    }
}
