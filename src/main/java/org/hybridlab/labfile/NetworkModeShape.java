package org.hybridlab.labfile;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.config.rules.core.RuleEntry;
import org.hybridlab.lab.NetworkMode;
import org.hybridlab.lab.RefusedMode;
import org.yaml.snakeyaml.nodes.Node;

/** A network mode. Those that people know from other texts are told from misspelled ones. */
record NetworkModeShape(ChoiceShape modes) implements Shape {
    private static final RuleEntry REFUSED = new RuleEntry("network-mode-refused",
            "The network mode is one that hybridlab builds, not wincni, OVN, Azure CNI or Calico.");

    NetworkModeShape() {
        this(ChoiceShape.of("network-mode-unknown", "The network mode is one that hybridlab knows.",
                Stream.of(NetworkMode.values()).map(NetworkMode::word).toList(), "a network mode"));
    }

    @Override
    public void check(Node node, Problems problems) {
        Optional<RefusedMode> refused = Scalar.of(node).map(Scalar::text).flatMap(RefusedMode::of);
        if (refused.isEmpty()) {
            modes.check(node, problems);
            return;
        }
        problems.report(REFUSED, node, "hybridlab does not build this mode: " + refused.get().state(),
                "Write `mode: %s`.".formatted(refused.get().instead().word()));
    }

    @Override
    public Map<String, Object> schema() {
        return modes.schema();
    }

    @Override
    public List<RuleEntry> rules() {
        return Stream.concat(modes.rules().stream(), Stream.of(REFUSED)).toList();
    }
}
