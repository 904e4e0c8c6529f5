package org.hybridlab.artifact.bundle;

import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.artifact.bundle.Bundles.Sources;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;

/** Small manifests and what tests need around them. */
final class Manifests {
    static final KubernetesVersion VERSION = KubernetesVersion.parse("1.36.3");

    private static final String YAML = """
            toolchain: {version: go1.26.8, sums: {linux-amd64: "h1:x"}}
            releases:
              - {kubernetes: 1.36.3, tool: "2.60"}
            groups: {linux: [kubernetes, tool], windows: [kubernetes], simulation: [tool], metrics: [tool]}
            components:
              kubernetes:
                cost: {seconds: 200, megabytes: 100}
                module: kubernetes-{kubernetes-branch}
                packages: k8s.io/kubernetes/cmd/{file}
                stamps: ["version.gitVersion=v{version}"]
                files: {linux: [kubelet, kubeadm], windows: [kubelet]}
                official:
                  url: BASE/release/v{version}/bin/{os}/{arch}/{file}
                  checksum: BASE/release/v{version}/bin/{os}/{arch}/{file}.sha256
              tool:
                cost: {seconds: 10, megabytes: 5}
                module: tool
                packages: example.org/{file}
                files: {linux: [{tool: example.org/server/v3}, toolctl]}
                official:
                  url: BASE/tool/releases/download/v{version}/tool-{version}-{os}-{arch}.tar.gz
                  checksum: BASE/tool/releases/download/v{version}/SHA256SUMS
                  member: tool-{version}/{file}
            images:
              kubelet: {name: registry.example.org/kubelet, tag: "v{kubernetes}", files: {/kubelet: kubelet}}
              tool:
                {name: registry.example.org/tool, tag: "{tool}-0", base: true, files: {/bin/tool: tool},
                 entrypoint: [/bin/tool]}
            """;

    static final String TOOLS = """
            groups: {tools: [client]}
            components:
              client:
                version: 1.2.3
                cost: {seconds: 10, megabytes: 5}
                module: client
                packages: example.org/{file}
                files: {linux: [client]}
            """;

    private Manifests() {
    }

    static BundleManifest at(String base) {
        return at(base, Map.of());
    }

    static BundleManifest at(String base, Map<String, String> pinned) {
        return at(base, pinned, Publisher.sums());
    }

    static BundleManifest at(String base, Map<String, String> built, Map<String, String> official) {
        return BundleManifestReader.parse(YAML.replace("BASE", base), TOOLS, new PinnedSums(built),
                new PinnedSums(official));
    }

    static String yaml() {
        return YAML;
    }

    /** Bundles whose Go modules are missing, so that only official downloads can serve. */
    static Bundles official(BundleManifest manifest, Path cache) {
        Downloads downloads = new Downloads(cache.resolve("downloads"), Map.of());
        GoCaches go = GoCaches.in(cache);
        ModulesSource modules = new ModulesSource(cache.resolve("no-modules"),
                new GoToolchain(manifest.toolchain(), go, new LocalProcesses()), go, new LocalProcesses());
        return new Bundles(manifest, new BundleCache(cache, manifest.sums(), manifest.official()),
                new Sources(new OfficialSource(downloads, manifest.official()), modules, downloads),
                        SourceOptions.AUTO);
    }

    static Bundle get(Bundles bundles) {
        return bundles.get(VERSION, Group.LINUX, Arch.AMD64, quiet());
    }

    static Fetching quiet() {
        return new Fetching(line -> { }, new Cancellation());
    }
}
