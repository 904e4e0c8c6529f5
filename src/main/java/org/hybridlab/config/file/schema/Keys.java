package org.hybridlab.config.file.schema;

import java.util.Optional;

import org.hybridlab.config.file.yaml.FileRules;
import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.file.yaml.Scalar;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;

final class Keys {
    private Keys() {
    }

    /** Empty, with a problem, if the key is a mapping or a list. */
    static Optional<String> name(Node key, Problems problems) {
        Optional<String> name = Scalar.of(key).map(Scalar::text);
        if (name.isEmpty()) {
            problems.report(FileRules.KEY_FORM, key, "a key is a plain word", "Is a quote or a bracket misplaced?");
        }
        return name;
    }

    static void checkValue(NodeTuple pair, String key, Shape shape, Problems problems) {
        if (Scalar.isNull(pair.getValueNode())) {
            problems.report(FileRules.VALUE_EMPTY, pair.getValueNode(), pair.getKeyNode().getStartMark(),
                    "the key '%s' has no value".formatted(key), "Write one, or remove the key for its default.");
        } else {
            shape.check(pair.getValueNode(), problems);
        }
    }
}
