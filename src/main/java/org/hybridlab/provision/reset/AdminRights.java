package org.hybridlab.provision.reset;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import org.hybridlab.cluster.api.FullRights;
import org.hybridlab.cluster.inventory.Inventory;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provision.context.LabContext;
import tools.jackson.databind.JsonNode;

/**
 * The role and kubeadm's binding that let the lab's kubeconfig do everything. Without them nothing can be restored. The
 * first control plane keeps an account whose rights are no objects.
 */
public record AdminRights(LabContext labContext) {
    /** Longer than an API server needs to notice them. */
    private static final Duration WITHIN = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(100);
    /** The binding names the role. */
    private static final List<String> OBJECTS = List.of("clusterroles.rbac.authorization.k8s.io//cluster-admin",
            "clusterrolebindings.rbac.authorization.k8s.io//kubeadm:cluster-admins");
    private static final List<String> RECONCILE = List.of("kubectl", "--kubeconfig",
            "/etc/kubernetes/super-admin.conf", "auth", "reconcile", "-f", "-");

    /** Restores them from the record, if an administrator lacks rights. @param tell gets a line */
    public void ensure(Consumer<String> tell, Cancellation cancellation) {
        List<JsonNode> recorded = areLost() ? recorded() : List.of();
        if (recorded.isEmpty()) {
            return;
        }
        Machine machine = labContext.lab().firstControlPlane();
        for (JsonNode object : recorded) {
            labContext.shell(machine).sudo(RECONCILE, Optional.of(object.toString()), labContext.timeouts().apply(),
                    line -> { }, cancellation).orFail("guest-command-failed",
                            "The rights of the lab's administrator could not be given back on %s.".formatted(
                                    machine.name()), "Run the same command again.");
        }
        Wait.until("the API server knows the rights of the administrator", WITHIN).every(PAUSE)
                .that(this::areLost, lost -> !lost, lost -> "it refuses them", cancellation);
        tell.accept("The lab's administrator had lost the rights in the cluster. They are given back.");
    }

    /** Whether they are lost, and recorded. */
    public boolean canBeGivenBack() {
        return areLost() && !recorded().isEmpty();
    }

    private boolean areLost() {
        return FullRights.areLost(labContext.cluster().api());
    }

    private List<JsonNode> recorded() {
        Optional<Inventory> record = new ObjectRecord(labContext).read();
        return OBJECTS.stream().flatMap(key -> record.map(one -> one.objects().get(key)).stream())
                .flatMap(object -> object.essence().stream()).toList();
    }
}
