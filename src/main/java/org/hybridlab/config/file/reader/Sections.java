package org.hybridlab.config.file.reader;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

import org.hybridlab.config.catalog.Addons;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.rules.core.Section;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;

/** Parts of a lab file with problems. Rules about them would only repeat or guess. */
public final class Sections {
    private static final Map<String, Section> BY_KEY = Map.ofEntries(
            Map.entry("name", Section.NAME), Map.entry("kubernetes", Section.VERSIONS),
            Map.entry("containerd", Section.VERSIONS), Map.entry("provider", Section.PROVIDER),
            Map.entry("defaults", Section.MACHINES), Map.entry("machines", Section.MACHINES),
            Map.entry("network", Section.NETWORK), Map.entry("untaint", Section.UNTAINT),
            Map.entry("apps", Section.APPS), Map.entry("checks", Section.CHECKS),
            Map.entry("proxy", Section.PROXY), Map.entry("mirrors", Section.MIRRORS),
            Map.entry("registries", Section.REGISTRIES),
            Map.entry("featureGates", Section.COMPONENTS), Map.entry("runtimeConfig", Section.COMPONENTS),
            Map.entry("time", Section.TIME), Map.entry("cluster", Section.CLUSTER));

    private Sections() {
    }

    public static Set<Section> broken(MappingNode root, Problems problems) {
        Set<Section> broken = EnumSet.noneOf(Section.class);
        for (NodeTuple pair : root.getValue()) {
            Section section = section(Part.name(pair));
            if (section != null && problems.isAnyIn(pair)) {
                broken.add(section);
            }
        }
        if (root.getValue().stream().noneMatch(pair -> Part.name(pair).equals("machines"))) {
            broken.add(Section.MACHINES);
        }
        return broken;
    }

    /** @return null for a key that no rule reads */
    private static Section section(String key) {
        return Addons.installed().stream().anyMatch(addon -> addon.name().equals(key)) ? Section.ADDONS
                : BY_KEY.get(key);
    }
}
