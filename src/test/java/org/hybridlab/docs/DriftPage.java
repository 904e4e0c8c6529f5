package org.hybridlab.docs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** docs/reference/drift.md, out of the drifts that are done to a real lab. */
final class DriftPage {
    private static final String TOP = """
            # What `up` brings back, and what it leaves alone

            Run `hybridlab up LAB` again at any time. It looks at everything that it made, and puts right what differs. Each line
            below was seen on a real lab.

            - What the lab file, the apps' manifests and hybridlab's own manifests **state** is `up`'s. Changed or deleted, it comes
              back.
            - What they **leave out** is yours: objects, labels, annotations and fields that you added, and the number of
              replicas where neither lab file nor manifest states one. An autoscaler's number stays in any case.
            - What is yours and keeps pods from running may be a mistake. `up` leaves it, and names it with the command that ends it.

            To keep a change, make it where `up` takes it from: in the lab file, in the app's manifest, or in a
            [template of your own](../explanation/architecture.md#a-template). `hybridlab plan LAB` shows what differs,
            and changes nothing.

            The API server itself judges what differs. `up` asks it to apply a manifest without storing the outcome, and compares
            that with the object. It does not ask about an object that is exactly as it was right after `up` applied it. If the API
            server cannot say, nothing counts as missing. The manifests lie in the lab's workspace: `.hybridlab/apps`, and
            `.hybridlab/kubernetes` with what kubeadm makes of CoreDNS and kube-proxy in `addons.yaml`.
            """;
    private static final Map<Drift.Outcome, String> WORDS = Map.of(Drift.Outcome.HEALED, "**healed**",
            Drift.Outcome.LEFT, "left", Drift.Outcome.REPORTED, "left, and said");

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
