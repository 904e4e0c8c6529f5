package org.hybridlab.config.rules.app;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.APPS;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hybridlab.config.model.App;
import org.hybridlab.config.model.NodePorts;
import org.hybridlab.config.rules.core.AppFacts;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Numbered;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class NodePortRules {
    public static final Rule DUPLICATE_NODE_PORT = Rule.of("duplicate-node-port",
            "Every app has a NodePort of its own.",
            Set.of(APPS), NodePortRules::duplicateNodePort);

    public static final Rule NODE_PORT_CONFLICT = Rule.of("node-port-conflict",
            "No two Services of the lab's manifests have one NodePort.",
            Set.of(APPS), NodePortRules::nodePortConflict);

    public static final Rule MANIFEST_NODE_PORT_RANGE = Rule.of("manifest-node-port-range",
            "NodePorts in manifests are 30000 to 32767.",
            Set.of(APPS), facts -> Numbered.of(facts.apps()).stream().flatMap(one -> one.item().nodePorts().stream()
                .filter(port -> !NodePorts.contains(port.port()))
                .map(port -> error(Place.of("apps", one.number()), "NodePort %d of Service %s in %s is out of range"
                        .formatted(port.port(), port.service(), port.manifest()), "Take one from 30000 to 32767.")))
                .toList());

    /** Otherwise the app's page cannot be opened. */
    public static final Rule NODE_PORT_UNSERVED = Rule.of("node-port-unserved",
            "The NodePort of an app is one of its Services'.",
            Set.of(APPS), facts -> Numbered.of(facts.lab().apps()).stream()
                .flatMap(one -> one.item().nodePort().stream()
                        .filter(port -> !served(facts.apps().get(one.number()), port))
                        .map(port -> error(Place.of("apps", one.number(), "nodePort"),
                                "no Service of the app %s has NodePort %d".formatted(one.item().name(), port),
                                "Write the one that its manifest has.")))
                .toList());

    private NodePortRules() {
    }

    private static List<Defect> duplicateNodePort(LabFacts facts) {
        List<Numbered<App>> open = Numbered.of(facts.lab().apps()).stream()
                .filter(one -> one.item().nodePort().isPresent()).toList();
        return Numbered.repeated(open, one -> one.item().nodePort()).stream().map(Numbered::item)
                .map(one -> error(Place.of("apps", one.number(), "nodePort"), "another app has NodePort %d too"
                        .formatted(one.item().nodePort().get()), "Give each app its own, as its Service has it."))
                .toList();
    }

    private static List<Defect> nodePortConflict(LabFacts facts) {
        Map<List<Object>, AppFacts.NodePort> seen = new HashMap<>();
        List<Defect> violations = new ArrayList<>();
        for (Numbered<AppFacts> app : Numbered.of(facts.apps())) {
            for (AppFacts.NodePort port : app.item().nodePorts()) {
                AppFacts.NodePort first = seen.putIfAbsent(List.of(port.port(), port.protocol()), port);
                if (first != null && !first.equals(port)) {
                    violations.add(error(Place.of("apps", app.number()),
                            "NodePort %d of Service %s in %s is that of %s in %s".formatted(port.port(),
                                    port.service(), port.manifest(), first.service(), first.manifest()),
                            "Give one of them another NodePort."));
                }
            }
        }
        return violations;
    }

    private static boolean served(AppFacts app, int port) {
        return !app.complete() || app.nodePorts().stream().anyMatch(one -> one.port() == port);
    }
}
