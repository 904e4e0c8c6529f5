package org.hybridlab.provider.libvirt;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.ProviderTool;

/** virsh for one domain. libvirtd finishes the job of a killed virsh, and lets others wait 30 s before they fail. */
record LibvirtDomain(ProviderTool virsh, LabId lab, String machine) {
    private static final String BUSY = "state change lock";
    private static final int TRIES = 10;

    /**
     * @param verb of virsh
     * @param more arguments after the domain
     * @throws LabException {@code libvirt-refused} (exit 1)
     */
    String run(Cancellation cancellation, String verb, String... more) {
        List<String> words = new ArrayList<>(List.of(verb, lab.machine(machine)));
        words.addAll(List.of(more));
        for (int tries = 1; true; tries++) {
            try {
                return virsh.ask(cancellation, words.toArray(String[]::new));
            } catch (LabException e) {
                if (e.isInterruption()) {
                    throw e;
                }
                if (tries == TRIES || !e.what().contains(BUSY)) {
                    throw LabException.labFailed("libvirt-refused", "libvirt did not do `virsh %s` with %s."
                            .formatted(verb, machine), "Run the same command again. If it stays so, look at the "
                            + "machine: virsh --connect qemu:///system dominfo " + lab.machine(machine))
                            .because(e.what());
                }
            }
        }
    }
}
