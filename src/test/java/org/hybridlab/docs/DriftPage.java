package org.hybridlab.docs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** docs/reference/drift.md, out of the drifts that are done to a real lab. */
final class DriftPage {
    private static final String TOP = """
            # What `up` repairs, and what it leaves alone

            Run `hybridlab up LAB` again at any time. It looks at everything that it made, and repairs what differs. \
            Each line
            below was seen on a real lab.

            - `up` restores what the lab file, the apps' manifests and hybridlab's own manifests **state**, if you \
            change or
              delete it.
            - What they **leave out** is yours: objects, labels, annotations and fields that you add. So is the number \
            of
              replicas, if neither lab file nor manifest states one. An autoscaler's number always stays.
            - Something of yours may keep pods from running by mistake. `up` leaves it, and names the command that \
            removes it.

            `hybridlab reset LAB --soft` [removes](../how-to/stop-and-reset.md#undo-what-changed-in-the-cluster) what \
            is yours too.

            To keep a change, make it in the lab file, in the app's manifest, or in a
            [template of your own](../explanation/architecture.md#a-template). `hybridlab plan LAB` shows what differs,
            and changes nothing. What only `kubeadm init` reads, such as kubelet settings, takes effect in a new \
            cluster:
            run `destroy` and `up`.

            The API server itself judges what differs. `up` sends it a manifest as a dry run, and compares the result \
            with the
            object. If the API server cannot say, nothing counts as missing. You find the manifests in the lab's \
            workspace:
            `.hybridlab/apps` and `.hybridlab/kubernetes`.
            """;
    private static final Map<Drift.Outcome, String> WORDS = Map.of(Drift.Outcome.HEALED, "**healed**",
            Drift.Outcome.LEFT, "left", Drift.Outcome.REPORTED, "left, with a note");

    private DriftPage() {
    }

    static String text() {
        Map<String, List<Drift>> parts = Drift.all().stream().collect(Collectors.groupingBy(Drift::part,
                LinkedHashMap::new, Collectors.toList()));
        return parts.entrySet().stream().map(part -> table(part.getKey(), part.getValue()))
                .collect(Collectors.joining("\n", TOP + "\n", ""));
    }

    private static String table(String title, List<Drift> drifts) {
        return drifts.stream().map(drift -> "| %s | %s | %s |%n".formatted(drift.words(),
                WORDS.get(drift.outcome()), drift.then())).collect(Collectors.joining("",
                "## %s%n%n| before | `up` | after |%n|---|---|---|%n".formatted(title), ""));
    }
}
