package org.hybridlab.provision.up;

import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.host.KnownLab;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provision.context.OpenLab;

/**
 * Refuses what {@code up} does not fix on machines that are there: where the plugin runs on Windows machines it is
 * another service, with another network of Windows', than where it does not, and Linux machines hold gateways or none.
 */
public final class NetworkModeKept {
    private NetworkModeKept() {
    }

    /**
     * @param earlier what is known of the lab, if it is up
     * @throws LabException {@code network-mode-changed} (exit 2)
     */
    public static void check(OpenLab open, Optional<KnownLab> earlier) {
        Lab lab = open.lab();
        if (lab.machines().stream().noneMatch(Machine::isWindows)
                || VagrantNotes.of(open.workspace()).names().isEmpty()) {
            return;
        }
        NetworkMode now = lab.network().mode();
        earlier.map(KnownLab::mode)
                .filter(then -> then.traits().pluginOnWindows() != now.traits().pluginOnWindows())
                .ifPresent(then -> {
                    throw LabException.invalid("network-mode-changed",
                            ("%s is up with the network mode %s, and its file says %s now: the one's services would "
                                    + "stay beside the other's.").formatted(lab.name(), then.id(), now.id()),
                            "Destroy it first: hybridlab destroy %s. Or set network.mode back.".formatted(open.word()));
                });
    }
}
