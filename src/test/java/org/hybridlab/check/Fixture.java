package org.hybridlab.check;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.CheckTimeouts;
import org.hybridlab.check.core.ProbePods;
import org.hybridlab.check.core.Web;
import org.hybridlab.check.core.WindowsView;
import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Kubectl;
import org.hybridlab.cluster.api.Recording;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.HostView;
import org.hybridlab.fake.Checkout;
import org.hybridlab.fake.FakeApi;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.guest.GuestShell;
import tools.jackson.databind.json.JsonMapper;

/** The lab first-cluster as it was when its cluster's answers were recorded, and checks that do not wait long. */
public final class Fixture {
    private static final Pattern URL = Pattern.compile("http://([0-9.]*:[0-9]+)/");
    static final Instant RECORDED = Instant.parse("2026-11-21T12:32:00Z");
    public final FakeApi api = new FakeApi().with("/api/v1/nodes", Recording.of("nodes"))
            .with("/api/v1/pods", Recording.of("pods")).with("/apis/apps/v1/deployments", "{}")
            .with("/apis/apps/v1/daemonsets", "{}").with("/api/v1/services", "{}").at(RECORDED);
    public final Map<String, String> pages = new ConcurrentHashMap<>();
    /** What becomes of a page each time. */
    public UnaryOperator<String> web = page -> page;
    int together = Integer.MAX_VALUE;
    final Cancellation cancellation = new Cancellation();
    public String kubectlPrints = "";
    public int patience = 1;
    public Function<Machine, GuestShell> shells = machine -> null;

    public static Lab lab() {
        return LabFile.read(Path.of("labs/first-cluster/lab.yaml"), Cidr.parse("192.168.99.0/24")).orThrow();
    }

    /** The lab first-hybrid, whose Windows machines are simulated. */
    public static Lab simulatedHybrid() {
        return LabFile.read(Path.of("labs/first-hybrid/lab.yaml"), new Simulating(), HostView.unknown()).orThrow();
    }

    private record Simulating() implements OpenChoices {
        @Override
        public Optional<ProviderName> provider(Optional<ProviderName> written) {
            return Optional.of(ProviderName.DOCKER);
        }

        @Override
        public Cidr machineNetwork(Optional<ProviderName> any, List<Cidr> others) {
            return Cidr.parse("192.168.99.0/24");
        }

        @Override
        public boolean simulatesWindows() {
            return true;
        }
    }

    /** Of the lab's machines. */
    public Supplier<List<String>> faults = List::of;

    public CheckContext context() {
        return context(lab(), Map.of());
    }

    /** As a fake Windows machine says them. */
    public List<String> facts = List.of();
    /** The same, of each machine at each look. */
    public Function<Machine, List<String>> said = machine -> facts;

    public CheckContext context(Lab lab, Map<String, String> manifests) {
        Cluster cluster = new Cluster(api);
        ProbePods probes = new ProbePods(cluster, Checkout.TEMPLATES, List.of("control", "node"),
                "agnhost:1", "hybridlab-check-test", true);
        ProbePods windowsProbes = new ProbePods(cluster, Checkout.TEMPLATES, List.of("win"),
                "agnhost:1", "hybridlab-check-test-windows", false);
        Kubectl kubectl = new Kubectl(FakePrograms.printing(command -> kubectlPrints), Path.of("kubectl"),
                Path.of("kubeconfig"));
        CheckTimeouts atOnce = new CheckTimeouts(Duration.ofMillis(250), Duration.ofSeconds(30), Duration.ofSeconds(1),
                Duration.ofMillis(500), Duration.ofMillis(20), together, patience);
        return new CheckContext(lab, manifests, cluster, kubectl, shells, this::page, probes,
                new WindowsView(windowsProbes, machine -> said.apply(machine)), atOnce,
                faults, () -> false, cancellation);
    }

    /** With a pod to look from. @param inside the page at an address that it asks, as in {@link #pages} */
    public void probed(Function<String, String> inside) {
        api.with("/api/v1", Recording.of("api-v1")).with("/api/v1/namespaces", "{\"items\":[]}")
                .with("/api/v1/namespaces/hybridlab-check-test/pods", """
                        {"items":[{"metadata":{"name":"probe-node","namespace":"any"},"spec":{"nodeName":"node"},
                          "status":{"phase":"Running","containerStatuses":[
                            {"name":"probe","ready":true,"state":{"running":{}}}]}}]}""")
                .withPages((pod, path) -> JsonMapper.shared().createObjectNode().put("output", path
                        .contains("hostname") ? pod : curl(path, inside)).toString());
    }

    /** What it prints. */
    private static String curl(String path, Function<String, String> inside) {
        return URL.matcher(URLDecoder.decode(path, StandardCharsets.UTF_8)).results().map(url -> inside.apply(
                url.group(1))).map(page -> page == null ? "\n000 page Connection refused\n"
                : "%s\n%s page \n".formatted(page.substring(4), page.substring(0, 3))).collect(Collectors.joining());
    }

    /** Pages are "status body" by address and port. */
    private Web.Page page(String address, int port, String path, Duration within) {
        String page = web.apply(pages.get(address + ":" + port));
        if (page == null) {
            throw LabException.labFailed("no-answer", "nobody there", "").because("connection refused");
        }
        return new Web.Page(Integer.parseInt(page.substring(0, 3)), page.substring(4));
    }
}
