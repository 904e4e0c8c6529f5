package org.hybridlab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hybridlab.check.Fixture;
import org.hybridlab.check.app.AppEndToEnd;
import org.hybridlab.check.cluster.EtcdMembers;
import org.hybridlab.check.cluster.NodesReady;
import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.CheckListener;
import org.hybridlab.check.core.CheckResults;
import org.hybridlab.check.core.CheckRun;
import org.hybridlab.check.core.EvidenceSource;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Recording;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.diagnose.Evidence;
import org.hybridlab.diagnose.EvidenceKind;
import org.hybridlab.fake.FakeApi;
import org.hybridlab.guest.FakeShell;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.Provider;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.state.LabCluster;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.provision.windows.WindowsLabs;
import org.hybridlab.service.DiagnoseService.DiagnoseOptions;
import org.hybridlab.service.check.JudgedLab;
import org.hybridlab.service.status.LabStatusReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each state in the table of docs/reference/exit-codes.md ends `status`, `check` and `diagnose` as it says there. */
class ExitCodesOfLabTest {
    private static final Path PAGE = Path.of("docs/reference/exit-codes.md");
    private static final String LAB = """
            name: first-cluster
            machines:
              - {name: control, role: control-plane}
              - {name: node}
              - {name: store, role: etcd}
            """;
    private static final String WEB = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: numbers-api}
            spec: {replicas: 1}
            """;
    private static final String HEALTHY = "https://192.168.99.13:2379 is healthy: successfully committed proposal\n";

    @TempDir
    private Path folder;
    private final Fixture fixture = new Fixture();
    private final List<Check> checks = new ArrayList<>(List.of(new NodesReady(), new EtcdMembers(),
            new AppEndToEnd(Fixture.lab().apps().get(0))));
    private final List<Evidence> ofDiagnose = new ArrayList<>();
    private final List<String> gaps = new ArrayList<>();
    private OpenLab open;
    private Supplier<Map<String, MachineState>> states = () -> running("control", "node", "store");
    private Predicate<Machine> etcd = machine -> true;

    /** How the three calls end. */
    private record Codes(ExitCode status, ExitCode check, ExitCode diagnose) {
    }

    static Stream<String> rows() throws IOException {
        return Files.readAllLines(PAGE).stream().dropWhile(line -> !line.startsWith("| state of the lab"))
                .skip(2).takeWhile(line -> line.startsWith("|"));
    }

    @BeforeEach
    void aLabThatIsWell() throws IOException {
        Lab lab = LabFile.read(Files.writeString(folder.resolve("lab.yaml"), LAB), Cidr.parse("192.168.99.0/24"))
                .orThrow();
        open = WindowsLabs.labContext(lab, folder, (command, lines, cancellation) -> null).open();
        open.workspace().create().write("kubeconfig", HealthyLab.kubeconfig(HealthyLab.AUTHORITY));
        open.workspace().write("kubernetes/ca.crt", HealthyLab.AUTHORITY);
        fixture.shells = machine -> new FakeShell(machine.name(), words -> new FakeShell.Answer(0, HEALTHY));
        fixture.pages.putAll(Map.of("192.168.99.11:30001", "200 fine", "192.168.99.12:30001", "200 fine"));
        fixture.api.with("/api/v1", Recording.of("api-v1")).with("/apis/apps/v1", Recording.of("apis-apps-v1"))
                .with("/apis/apps/v1/statefulsets", "{}")
                .with("/apis/apps/v1/namespaces/default/deployments/numbers-api",
                        Recording.of("deployment-numbers-api"))
                .with("/api/v1/namespaces/default/pods", """
                        {"items":[{"metadata":{"name":"numbers-api-75446688cc-9kkb4","namespace":"default","labels":{
                          "pod-template-hash":"75446688cc"},"ownerReferences":[{"controller":true,"kind":"ReplicaSet",
                          "name":"numbers-api-75446688cc"}]},"spec":{"nodeName":"node"},"status":{"phase":"Running",
                          "containerStatuses":[{"name":"it","ready":true,"state":{"running":{}}}]}}]}""");
    }

    @Test
    void table_hasRows() throws IOException {
        assertThat(rows().count()).isGreaterThan(10);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void state_endsCallsAsTheTableSays(String row) throws IOException {
        String[] cells = row.split(" *\\| *");
        Codes codes = codes(cells[1]);

        assertThat(List.of(codes.status().number(), codes.check().number(), codes.diagnose().number())).as(cells[1])
                .containsExactly(Integer.valueOf(cells[2]), Integer.valueOf(cells[3]), Integer.valueOf(cells[4]));
    }

    private Codes codes(String state) throws IOException {
        switch (state) {
            case "all is well" -> { }
            case "a machine is off" -> {
                states = () -> Map.of("control", MachineState.of("running"), "node", MachineState.of("exited"),
                        "store", MachineState.of("running"));
                notReady();
                ofDiagnose.add(Evidence.of(EvidenceKind.HOST, "node", "the provider's word",
                        List.of("machine stopped: exited")));
            }
            case "a node is not Ready" -> notReady();
            case "etcd is stopped on a machine for etcd" -> {
                etcd = machine -> false;
                fixture.shells = machine -> new FakeShell(machine.name(), words -> FakeShell.Answer.NO);
            }
            case "the API server does not answer" -> fixture.api.fail(FakeApi.Fault.UNREACHABLE);
            case "a reset has not ended" -> new WorkspaceState(open.workspace()).beginReset("morning");
            case "a workload lacks pods" -> fixture.api.with("/api/v1/namespaces/default/pods", "{\"items\":[]}")
                    .with("/apis/apps/v1/deployments", "{\"items\":[%s]}".formatted(Recording.of(
                            "deployment-numbers-api").replace("\"readyReplicas\": 1", "\"readyReplicas\": 0")));
            case "a page fails" -> fixture.pages.put("192.168.99.12:30001", "500 no");
            case "a check cannot be judged" -> checks.add(new Unjudged());
            case "a machine that runs does not let hybridlab in" -> gaps.add("machine node: The connection was lost.");
            case "the provider hangs, the cluster is well" -> {
                states = () -> {
                    throw LabException.hostNotReady("provider-not-answering", "docker did not answer.", "");
                };
                ofDiagnose.add(Evidence.of(EvidenceKind.HOST, Evidence.HOST, "facts",
                        List.of("dockerd: did not answer within 20 s")));
            }
            case "the lab was never up" -> {
                return neverUp();
            }
            default -> throw new AssertionError("no such state is made here: " + state);
        }
        CheckContext context = fixture.context(open.lab(), Map.of("numbers", WEB));
        CheckResults results = JudgedLab.withReset(CheckRun.judge(checks, context, CheckListener.NONE),
                open.workspace());
        return new Codes(status(), results.exitCode(), JudgedLab.diagnosis(results, ofDiagnose, gaps,
                new WorkspaceState(open.workspace()).resetTo()).exitCode());
    }

    private void notReady() {
        fixture.api.with("/api/v1/nodes", Recording.of("nodes").replaceAll(
                "(?s)\"status\": \"True\",(\\s+\"type\": \"Ready\")", "\"status\": \"Unknown\",$1"));
    }

    private ExitCode status() {
        Provider provider = (Provider) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[] {Provider.class}, (self, method, arguments) -> states.get());
        KnownLab known = TestKnownLab.of("first-cluster", open.workspace().folder().toString(), ProviderName.DOCKER,
                "192.168.99.0/24", false, NetworkMode.FLANNEL_VXLAN);
        LabStatusReader.Reading reading = new LabStatusReader(open, Optional.of(known), provider,
                new LabCluster(open.workspace(), kubeconfig -> new Cluster(fixture.api)), etcd, Duration.ofMinutes(1),
                Duration.ofMinutes(1)).read(new Cancellation());
        return new StatusResult(reading.status(), true, reading.failures()).exitCode();
    }

    private Codes neverUp() {
        LabsInFolder labs = new LabsInFolder(folder.resolve("home"), LAB);
        var context = labs.context((command, lines, cancellation) -> null, new ArrayList<>());
        return new Codes(new StatusService(context).status(labs.named()).exitCode(),
                failure(() -> new CheckService(context).check(labs.named())),
                failure(() -> new DiagnoseService(context).diagnose(labs.named(), DiagnoseOptions.USUAL)));
    }

    private static ExitCode failure(ThrowingCallable call) {
        return catchThrowableOfType(LabException.class, call).exitCode();
    }

    private static Map<String, MachineState> running(String... machines) {
        return Stream.of(machines).collect(Collectors.toMap(name -> name, name -> MachineState.of("running")));
    }

    /** As one that looks at simulated machines. */
    private static final class Unjudged implements Check {
        @Override
        public String id() {
            return "simulated";
        }

        @Override
        public String title() {
            return "A check";
        }

        @Override
        public String how() {
            return "not at all";
        }

        @Override
        public Verdict judge(CheckContext context) {
            return Verdict.notJudged("Nothing runs there.", List.of(), EvidenceSource.SIMULATED);
        }
    }
}
