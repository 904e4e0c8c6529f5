package org.hybridlab.cluster.api;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Annotations that record which labels and taints of a node come from the lab file. */
public final class NodeNotes {
    public static final String LABELS = "hybridlab.org/labels";
    /** Taints as kubectl writes them, without the one that every Windows node has. */
    public static final String TAINTS = "hybridlab.org/taints";

    private NodeNotes() {
    }

    public static List<String> named(Map<String, String> annotations, String note) {
        return Arrays.stream(annotations.getOrDefault(note, "").split(",")).filter(text -> !text.isEmpty()).toList();
    }
}
