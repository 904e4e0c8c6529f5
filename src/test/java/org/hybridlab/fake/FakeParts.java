package org.hybridlab.fake;

import java.util.Map;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.common.process.Processes;
import org.hybridlab.provision.context.BoxSource;
import org.hybridlab.provision.context.LabBoxes;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.TemplateFacts;
import org.hybridlab.provision.render.Timeouts;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.state.LabCluster;

/** A lab's context, in which fakes take the place of some parts. Real parts ask the host, machines or a cluster. */
public final class FakeParts {
    private final LabContext real;
    private CreatedLab created;
    private TemplateFacts facts;
    private LabBoxes boxes;
    private Processes processes;
    private Map<String, String> environment;

    public FakeParts(LabContext real) {
        this.real = real;
        created = real.created();
        facts = real.facts();
        boxes = real.boxes();
        processes = real.processes();
        environment = real.environment();
    }

    /** Answers whatever kubeconfig the workspace has. */
    public FakeParts cluster(ApiServer api) {
        return created(new CreatedLab(real.id(), real.workspace(), real.provider(), real.vagrant(),
                new LabCluster(real.workspace(), kubeconfig -> new Cluster(api))));
    }

    public FakeParts created(CreatedLab other) {
        created = other;
        return this;
    }

    public FakeParts pace(Timeouts timeouts) {
        facts = new TemplateFacts(facts.containers(), timeouts, facts.images(), facts.packages(), facts.nameServers());
        return this;
    }

    public FakeParts box(BoxSource box) {
        boxes = new LabBoxes(real.lab(), real.files(), box, real.boxes().payload());
        return this;
    }

    public FakeParts processes(Processes other) {
        processes = other;
        return this;
    }

    public FakeParts environment(Map<String, String> other) {
        environment = other;
        return this;
    }

    public LabContext labContext() {
        return new LabContext(real.open(), created, real.remembered(), facts, real.templates(), real.files(),
                real.registries(), boxes, real.bundles(), processes, environment);
    }
}
