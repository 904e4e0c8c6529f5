package org.hybridlab.provision.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.hybridlab.artifact.box.NodePayload;
import org.hybridlab.artifact.box.NodePayload.KitFile;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.LabContext;

/** The machine has everything of a Kubernetes node. Its script reports what the box lacks, and that is sent. */
final class MachineEquipped extends InMachine {
    static final String SCRIPT = "install.sh";
    private static final String KIT = "/var/lib/hybridlab/kit";
    private static final String IMAGES = "images.tar";
    /** Written last, with the fingerprint of script and kit. */
    private static final String MARKER = "/var/lib/hybridlab/equipped";

    MachineEquipped(LabContext labContext, Machine machine) {
        super(labContext, machine);
    }

    @Override
    public Probe look(StepContext context) {
        return labContext.guest(machine, context).fileEquals(MARKER, fingerprint())
                ? Probe.present("the script found nothing missing")
                : Probe.absent("the script has not run there, or has changed");
    }

    @Override
    public Duration usual() {
        return labContext.timeouts().usual(60);
    }

    @Override
    public Duration longest() {
        return labContext.timeouts().script().multipliedBy(2);
    }

    @Override
    public void run(StepContext context) {
        if (isDone(context)) {
            return;
        }
        NodePayload payload = labContext.boxes().payload().ensure(LabBundles.fetching(context));
        Guest guest = labContext.guest(machine, context);
        Path script = labContext.script(machine, SCRIPT);
        Duration within = labContext.timeouts().script();
        missing(payload, guest, script, within).forEach(missing -> bring(missing, payload, guest));
        guest.script(script, within);
        guest.write(MARKER, fingerprint(), "0644");
    }

    /**
     * Missing paths of the payload, and {@code images.tar}.
     *
     * @throws LabException {@code guest-answer-unclear} for another answer
     */
    static List<String> missing(NodePayload payload, Guest guest, Path script, Duration within) {
        String answer = guest.script(script, within, "missing", payload.sums()).stdout();
        List<String> missing = answer.lines().toList();
        if (!missing.stream().allMatch(one -> one.equals(IMAGES) || payload.files().containsKey(one))) {
            throw guest.unclear("what it lacks of a node", answer);
        }
        return missing;
    }

    private void bring(String missing, NodePayload payload, Guest guest) {
        boolean images = missing.equals(IMAGES);
        KitFile file = images ? new KitFile(payload.images(), "0644", "") : payload.files().get(missing);
        guest.line("bringing %s (%.1f MB)".formatted(missing, megabytes(file.source())));
        guest.upload(file.source(), images ? KIT + "/" + missing : KIT + "/files" + missing, file.mode(),
                labContext.timeouts().script());
    }

    private static double megabytes(Path file) {
        try {
            return Files.size(file) / 1e6;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String fingerprint() {
        return fingerprint(labContext, machine);
    }

    static String fingerprint(LabContext labContext, Machine machine) {
        return Fingerprint.of(labContext.boxes().payload().name(), labContext.files().install().get(machine.name()));
    }
}
