package org.hybridlab.check.core;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.ClusterFacts;
import org.hybridlab.cluster.api.Kubectl;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.Prospects;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Network;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.guest.GuestShell;

/**
 * What checks work with.
 *
 * @param web gets pages from this host
 * @param probes one pod per Linux node, removed after the checks
 * @param windows the same for Windows machines, and their facts
 * @param faults of machines, which no wait cures
 * @param abortWhen true once a check cannot pass, so that it need not wait
 */
public record CheckContext(Lab lab, Map<String, String> manifests, Cluster cluster, Kubectl kubectl,
                           Function<Machine, GuestShell> shells, Web web, ProbePods probes, WindowsView windows,
                           CheckTimeouts timeouts, Supplier<List<String>> faults, BooleanSupplier abortWhen,
                           Cancellation cancellation) {
    private static final String NOT_TRUE = "check-not-true";
    /** Number of pauses between looks. */
    private static final int READY_WITHIN = 4;
    /** Looks within one such pause. */
    private static final int READY_LOOKS = 4;
    /** Factor of the usual time limit for a page. */
    private static final int PAGE_ANSWERS = 3;
    /** Pauses between looks that a page may take at first. */
    private static final int FIRST_PAGE_PAUSES = 4;
    private static final Set<String> REFUSALS = Set.of("webhook-failed", "api-refused", "object-refused");
    private static final String STAND_IN = "hybridlab.org/stand-in";

    public CheckContext hopelessIf(BooleanSupplier condition) {
        return new CheckContext(lab, manifests, cluster, kubectl, shells, web, probes, windows, timeouts, faults,
                () -> abortWhen.getAsBoolean() || condition.getAsBoolean(), cancellation);
    }

    /** Machines that run ordinary Linux pods. */
    public List<Machine> linuxNodes() {
        return lab.nodes().stream().filter(machine -> machine.os() == Os.LINUX).toList();
    }

    /** Machines that must answer at a NodePort, without simulated and stand-in ones. */
    public List<Machine> answering() {
        List<Node> nodes = cluster.nodes();
        return lab.nodes().stream().filter(machine -> !machine.isSimulated() && nodes.stream().noneMatch(
                node -> node.name().equals(machine.name()) && (node.simulated() || standsIn(node)))).toList();
    }

    /** Machines that were not asked, for people; may be empty. */
    public String withoutOthers(List<Machine> asked) {
        String others = lab.nodes().stream().filter(machine -> !asked.contains(machine)).map(Machine::name)
                .collect(Collectors.joining(", "));
        return others.isEmpty() ? "" : " Not asked, as nothing listens there: %s.".formatted(others);
    }

    /** Whether a container stands in for this Windows node in hybridlab's tests, so that no pod runs there. */
    public static boolean standsIn(Node node) {
        return node.annotations().containsKey(STAND_IN);
    }

    /** Looks until it is good, within the usual time. */
    public Verdict watch(String what, Supplier<Observation> look) {
        return watch(what, timeouts.within(), look);
    }

    /**
     * Looks until it is good or the time is over, at least once. A look that fails with an id is not good. If the
     * cluster tries again soon after the time limit, waits for that.
     */
    public Verdict watch(String what, Duration within, Supplier<Observation> look) {
        AtomicReference<Observation> last = new AtomicReference<>(named(look));
        if (enough(last.get())) {
            return verdict(last.get());
        }
        Supplier<Observation> next = () -> {
            last.set(named(look));
            return last.get();
        };
        atMost(Wait.until(what, within).every(timeouts.every()), next, this::enough, Observation::message);
        // Pods take a while after that.
        Duration more = last.get().next().map(moment -> Duration.between(Instant.now(), moment.plus(timeouts.stable())))
                .filter(time -> !time.isNegative() && time.compareTo(within.plus(timeouts.stable())) <= 0)
                .orElse(Duration.ZERO);
        if (!enough(last.get()) && !more.isZero()) {
            atMost(Wait.until(what, more).every(timeouts.every()), next, this::enough, Observation::message);
        }
        return verdict(last.get());
    }

    /**
     * For pages, asked machine by machine. The first look is short if time allows a whole one after it: a request to a
     * pod that is gone takes longer than the next request.
     *
     * @param look gets the time limit of each page
     */
    public Verdict watchPages(String what, Duration within, Function<Duration, Observation> look) {
        // Longer than for other answers, since a page may call others.
        Duration longest = timeouts.answer().multipliedBy(PAGE_ANSWERS);
        Duration first = timeouts.every().multipliedBy(FIRST_PAGE_PAUSES);
        AtomicBoolean early = new AtomicBoolean(within.compareTo(longest.plus(first).multipliedBy(lab.nodes().size()))
                > 0);
        return watch(what, within, () -> look.apply(early.getAndSet(false) && !abortWhen.getAsBoolean() ? first
                : longest));
    }

    /** For looks from probe pods. Each look waits for them first, and polls them more often than itself. */
    public Verdict watchFromProbes(String what, Supplier<Observation> look) {
        return watch(what, () -> {
            awaitProbes();
            return look.get();
        });
    }

    private void awaitProbes() {
        // Creating them may take longer than a look, and must not be cut.
        if (probes.look().isComplete()) {
            return;
        }
        atMost(Wait.until("the probe pods are ready", timeouts.every().multipliedBy(READY_WITHIN))
                .every(timeouts.every().dividedBy(READY_LOOKS)), () -> abortWhen.getAsBoolean()
                        || probes.look().isComplete(), ended -> ended, Object::toString);
    }

    /** At the time limit, the last look tells. */
    private <T> void atMost(Wait wait, Supplier<T> look, Predicate<T> enough, Function<T, String> seen) {
        try {
            wait.orFail(NOT_TRUE, "").that(look, enough, seen, cancellation);
        } catch (LabException e) {
            if (!e.id().equals(NOT_TRUE)) {
                throw e;
            }
        }
    }

    private boolean enough(Observation look) {
        return look.good() || look.hopeless() || abortWhen.getAsBoolean();
    }

    private Verdict verdict(Observation last) {
        if (!last.good()) {
            return Verdict.failed(last.message(), last.evidence());
        }
        // A pass says nothing about simulated nodes.
        return last.simulated().isEmpty() ? Verdict.passed(last.message(), last.evidence())
                : Verdict.notJudged("Nothing runs on the simulated %s; seen of it: %s"
                .formatted(String.join(", ", last.simulated()), last.message()), last.evidence(),
                        EvidenceSource.SIMULATED);
    }

    private Observation named(Supplier<Observation> look) {
        try {
            return look.get();
        } catch (LabException e) {
            if (e.id().equals("interrupted")) {
                throw e;
            }
            return new Observation(false, e.what(), e.why().map(List::of).orElse(List.of())).hopelessIf(isForGood(e));
        }
    }

    private boolean isForGood(LabException e) {
        return e.getCause() instanceof SSLException || REFUSALS.contains(e.id())
                && LabException.known(() -> prospects().hopeless(e)).flatMap(found -> found).isPresent();
    }

    public Prospects prospects() {
        return new Prospects(cluster, manifests.values().stream().flatMap(text -> Manifest.parse(text).stream())
                .toList(), lab.nodes().stream().map(Machine::name).toList(), Instant.EPOCH, lab.joinsExisting());
    }

    /** The cluster's networks. A foreign cluster tells its own. */
    public Network network() {
        Network own = lab.network();
        if (!lab.joinsExisting()) {
            return own;
        }
        ClusterFacts facts = facts();
        return new Network(own.mode(), own.machines(), first(facts.pods()), first(facts.services()), own.vni(),
                own.port(), facts.domain(), own.overlays(), own.virtualAddress(), own.dns());
    }

    /** Name of the HNS network. A foreign cluster with a plugin names its own. */
    public String hnsNetwork() {
        if (!lab.joinsExisting() || !lab.network().mode().traits().pluginOnWindows()) {
            return lab.network().hnsNetwork();
        }
        ClusterFacts facts = facts();
        return facts.networkName().orElseGet(() -> lab.network().plugin().windows().hnsNetwork(facts.isVxlan(),
                facts.vni()));
    }

    private ClusterFacts facts() {
        PodNetworkPlugin plugin = lab.network().plugin();
        return ClusterFacts.of(cluster.api(), "", new ClusterFacts.PodNetworkSource(plugin.title(),
                plugin.objects().namespace(), plugin.objects().configMap(), plugin.objects().configKey()));
    }

    /** Of a dual-stack cluster's networks. */
    private static Cidr first(String networks) {
        return Cidr.parse(Stream.of(networks.split(",")).filter(network -> !network.contains(":")).findFirst()
                .orElseThrow());
    }

    public Set<String> simulatedNodes() {
        return cluster.nodes().stream().filter(Node::simulated).map(Node::name).collect(Collectors.toSet());
    }
}
