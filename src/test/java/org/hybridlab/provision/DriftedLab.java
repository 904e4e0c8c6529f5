package org.hybridlab.provision;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.fake.FakeApi;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.up.UpPlanner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A lab with one app, of which a recorded API server and fake machines say how it is now. */
abstract class DriftedLab {
    static final String WEB = "/apis/apps/v1/namespaces/default/deployments/web";
    static final String COREDNS = "/apis/apps/v1/namespaces/kube-system/deployments/coredns";
    static final String PROXY = "/apis/apps/v1/namespaces/kube-system/daemonsets/kube-proxy";
    static final String FLANNEL = "/apis/apps/v1/namespaces/kube-flannel/daemonsets/kube-flannel-ds";
    static final String LAB = """
            name: drift
            machines: [{name: control, role: control-plane, memory: 3000MiB}, {name: node}]
            apps: [{name: web, manifests: [web.yaml]%s}]
            """;
    static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              selector: {matchLabels: {app: web}}
              template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: web:1}]}}
            """;

    @TempDir
    Path folder;
    final FakeApi api = new FakeApi();
    /** What machines say, whatever they are asked. */
    String said = "";
    final FakePrograms machines = FakePrograms.printing(command -> said);
    LabContext labContext;

    @BeforeEach
    void lab() throws IOException {
        lab("");
    }

    void lab(String scale) throws IOException {
        Files.writeString(folder.resolve("web.yaml"), DEPLOYMENT);
        Files.writeString(folder.resolve("lab.yaml"), LAB.formatted(scale));
        labContext = DriftTestLab.of(folder, api, machines);
    }

    Machine machine(String name) {
        return labContext.lab().machine(name).orElseThrow();
    }

    String seen(String step) {
        return action(step).probe(new QuietContext()).reason();
    }

    Action action(String step) {
        return UpPlanner.plan(labContext).step(step).action();
    }
}
