package org.hybridlab.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.CheckListener;
import org.hybridlab.check.core.CheckResults;
import org.hybridlab.check.core.CheckRun;
import org.hybridlab.check.core.CheckTimeouts;
import org.hybridlab.check.core.HttpWeb;
import org.hybridlab.check.core.ProbePods;
import org.hybridlab.check.core.WindowsView;
import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Kubectl;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.App;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.fake.Checkout;
import org.hybridlab.guest.OpenSsh;

/** A lab that is up, to be judged and broken. */
final class RunningLab {
    /** Native, but for pods that were broken a moment ago. */
    private static final CheckTimeouts QUICK = new CheckTimeouts(Duration.ofSeconds(45), Duration.ofSeconds(5),
            Duration.ofSeconds(3), Duration.ofMillis(500), Duration.ofMillis(500), Integer.MAX_VALUE, 1);

    private final Lab lab;
    private final Workspace workspace;
    private final Cluster cluster;
    private final String agnhost;
    private final Cancellation cancellation = new Cancellation();

    RunningLab(Path folder) {
        workspace = Workspace.of(folder.resolve("lab.yaml"));
        cluster = Cluster.at(workspace.kubeconfig());
        // That of the lab's release, which its app runs too.
        agnhost = cluster.api().get("/apis/apps/v1/namespaces/default/deployments/numbers-web")
                .at("/spec/template/spec/containers/0/image").asString();
        Lab any = LabFile.read(folder.resolve("lab.yaml"), Cidr.parse("10.1.0.0/24")).orThrow();
        String control = cluster.node(any.firstControlPlane().name()).orElseThrow().internalAddress().orElseThrow();
        String network = control.substring(0, control.lastIndexOf('.')) + ".0/24";
        lab = LabFile.read(folder.resolve("lab.yaml"), Cidr.parse(network)).orThrow();
    }

    String agnhost() {
        return agnhost;
    }

    Lab lab() {
        return lab;
    }

    Cluster cluster() {
        return cluster;
    }

    /** The last machine: never the control plane. */
    Machine worker() {
        return lab.machines().get(lab.machines().size() - 1);
    }

    /** All checks of the lab, and some more. */
    CheckResults judge(Check... more) throws IOException {
        return CheckRun.judge(checks(more), context(() -> false), CheckListener.NONE);
    }

    /** The same where one of them was broken: those that it does not concern have all their time, it has little. */
    CheckResults judgeBroken(String broken, Check... more) throws IOException {
        List<Check> checks = checks(more);
        OtherChecks others = new OtherChecks(broken, checks);
        return CheckRun.judge(checks, context(others::areThrough), others);
    }

    private List<Check> checks(Check... more) {
        List<Check> checks = new ArrayList<>(Checks.of(lab));
        checks.addAll(List.of(more));
        return checks;
    }

    private CheckContext context(BooleanSupplier abortWhen) throws IOException {
        Map<String, String> manifests = new LinkedHashMap<>();
        for (App app : lab.apps()) {
            manifests.put(app.name(), Files.readString(workspace.folder().resolve("apps/" + app.name() + ".yaml")));
        }
        ProbePods probes = new ProbePods(cluster, Checkout.TEMPLATES,
                lab.machines().stream().map(Machine::name).toList(), agnhost,
                "hybridlab-check-" + Long.toString(System.nanoTime(), Character.MAX_RADIX), true);
        return new CheckContext(lab, manifests, cluster, kubectl(), this::shell, new HttpWeb(QUICK.connect()),
                probes, new WindowsView(probes, machine -> List.of()), QUICK, () -> List.of(), abortWhen,
                cancellation);
    }

    private OpenSsh shell(Machine machine) {
        return new OpenSsh(new LocalProcesses(), workspace, machine.name());
    }

    private Kubectl kubectl() {
        return new Kubectl(new LocalProcesses(), workspace.kubectl(), workspace.kubeconfig());
    }

    /** Of numbers, as the control plane's address gives it. */
    String page() {
        return new HttpWeb(QUICK.answer()).get(lab.firstControlPlane().address().toString(), 30001, "/",
                Duration.ofSeconds(10)).body();
    }

    void kubectl(String... arguments) {
        kubectl().run(List.of(arguments), cancellation).orFail("kubectl-failed", String.join(" ", arguments), "");
    }

    void root(Machine machine, String... words) {
        shell(machine).sudo(List.of(words), Optional.empty(), Duration.ofMinutes(1), line -> { }, cancellation)
                .orFail("command-failed", String.join(" ", words), "");
    }
}
