package org.hybridlab.provision.etcd;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Wait;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A control plane's API server uses the lab's etcd members. kubeadm writes their addresses only once, and the API
 * server would use etcd machines that are gone.
 */
final class EtcdEndpointsKnown extends InMachine {
    /** kubeadm's settings for joins and upgrades. */
    private static final String KUBEADM = "/api/v1/namespaces/kube-system/configmaps/kubeadm-config";
    private static final String KEY = "ClusterConfiguration";
    private static final Pattern LIST = Pattern.compile("(?m)^( +)endpoints:\\n(?:\\1 *- .*\\n)+");
    /** Exists during a change, so that one that was cut off is repeated. */
    private static final String UNDER_WAY = "/etc/kubernetes/hybridlab-etcd-changing";
    private static final String LOOK = """
            manifest=/etc/kubernetes/manifests/kube-apiserver.yaml
            echo begin
            [ ! -e %s ] || echo unfinished
            [ ! -e $manifest ] || { echo there; sed -n 's/^ *- --etcd-servers=/servers /p' $manifest; }
            echo end""".formatted(UNDER_WAY);
    private static final String CHANGE = ResourceText.of(EtcdEndpointsKnown.class, "change-endpoints.sh");
    /** Prints ok once the API server with the new addresses is ready. */
    private static final String READY = """
            for process in $(pgrep -x kube-apiserver); do
                tr '\\0' '\\n' < /proc/$process/cmdline | grep -qx -- '--etcd-servers=%s' || continue
                curl --insecure --silent --max-time 5 https://127.0.0.1:6443/readyz || true
            done""";

    EtcdEndpointsKnown(LabContext labContext, Machine machine) {
        super(labContext, machine);
    }

    /** Of all members, in the lab file's order. */
    static List<String> endpoints(Lab lab) {
        return lab.etcdMembers().stream().map(member -> "https://%s:2379".formatted(member.address())).toList();
    }

    /** @param servers of the API server's manifest; empty: there is none yet */
    private record Seen(Optional<Set<String>> servers, boolean unfinished) {
        static Seen look(Guest guest) {
            List<String> lines = guest.output(LOOK, "The look for etcd's addresses").lines().toList();
            Optional<Set<String>> servers = lines.stream().filter(line -> line.startsWith("servers ")).findFirst()
                    .map(line -> Arrays.stream(line.substring("servers ".length()).split(","))
                            .collect(Collectors.toSet()));
            if (lines.size() < 2 || !lines.get(0).equals("begin") || !lines.get(lines.size() - 1).equals("end")
                    || lines.contains("there") && servers.isEmpty()) {
                throw guest.unclear("where its API server looks for etcd", String.join(" ", lines));
            }
            return new Seen(servers, lines.contains("unfinished"));
        }
    }

    @Override
    protected Probe look(StepContext context) {
        Seen seen;
        try {
            seen = Seen.look(labContext.guest(machine, context));
        } catch (LabException e) {
            if (!e.id().equals("guest-answer-unclear")) {
                throw e;
            }
            return Probe.unknown(e.what());
        }
        if (seen.servers().isEmpty()) {
            return Probe.present("there is no API server yet");
        }
        if (seen.unfinished()) {
            return Probe.absent("an earlier change did not get to its end");
        }
        return seen.servers().get().equals(Set.copyOf(endpoints(labContext.lab())))
                ? Probe.present("its API server asks the lab's members of etcd")
                : Probe.absent("its API server asks " + String.join(", ", seen.servers().get()));
    }

    @Override
    public Duration usual() {
        return Duration.ofMillis(200);
    }

    @Override
    public Duration longest() {
        return labContext.timeouts().kubeadm().multipliedBy(2);
    }

    @Override
    public void run(StepContext context) {
        Guest guest = labContext.guest(machine, context);
        Seen.look(guest);
        if (isDone(context)) {
            return;
        }
        List<String> endpoints = endpoints(labContext.lab());
        String servers = String.join(",", endpoints);
        guest.root(labContext.timeouts().kubeadm(), "sh", "-c", CHANGE, "change", servers, UNDER_WAY)
                .orFail("guest-command-failed", "The API server on %s was not told where etcd is."
                        .formatted(machine.name()), "Run the same command again.");
        Wait.until("the API server on %s is ready with etcd at %s".formatted(machine.name(), servers),
                        labContext.timeouts().kubeadm())
                .orFail("api-not-ready", "See what the control plane writes: `hybridlab logs %s %s`."
                        .formatted(labContext.word(), machine.name()))
                .that(() -> guest.output(READY.formatted(servers), "The look at the API server").strip(),
                        "ok"::equals, said -> "it is not ready", context.cancellation());
        keep(endpoints);
        guest.remove(UNDER_WAY);
        context.line("It asks etcd at " + servers);
    }

    private void keep(List<String> endpoints) {
        ApiServer api = labContext.cluster().api();
        JsonNode object = api.get(KUBEADM);
        Matcher list = LIST.matcher(object.path("data").path(KEY).asString(""));
        if (!list.find()) {
            throw LabException.labFailed("api-refused", "The API server did not answer with where kubeadm has etcd.",
                    "Look at it: hybridlab kubectl %s get configmap kubeadm-config -n kube-system -o yaml"
                            .formatted(labContext.word()));
        }
        String changed = list.replaceFirst(endpoints.stream().map(endpoint -> list.group(1) + "- " + endpoint + "\n")
                .collect(Collectors.joining("", list.group(1) + "endpoints:\n", "")));
        api.merge(KUBEADM, JsonMapper.shared().writeValueAsString(
                Map.of("data", Map.of(KEY, changed))));
    }
}
