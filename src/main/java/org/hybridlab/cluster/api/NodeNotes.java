package org.hybridlab.cluster.api;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Annotations of a node that say which of its labels and taints the lab file gave it. */
public final class NodeNotes {
    /** Keys of labels. */
    public static final String LABELS = "hybridlab.org/labels";
    /** Taints as kubectl writes them, but for that of Windows, which every Windows node has. */
    public static final String TAINTS = "hybridlab.org/taints";

    private NodeNotes() {
    }

    /** What one of them names. */
    public static List<String> named(Map<String, String> annotations, String note) {
        return Arrays.stream(annotations.getOrDefault(note, "").split(",")).filter(text -> !text.isEmpty()).toList();
    }
}
