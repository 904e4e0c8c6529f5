package org.hybridlab.provision.change;

import java.time.Duration;

import org.hybridlab.artifact.box.NodePayload;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.LabContext;

/** containerd has all images of the new version, so that the upgrade pulls none. */
final class UpgradeImagesPresent extends InMachine {
    /** With containers' files, as a machine's own disk may be small. */
    private static final String ARCHIVE = "/var/lib/containerd/hybridlab-images.tar";
    /**
     * From its next start, containerd uses pause image $1, as in the new box. The kubelet removes no pinned image. $2
     * is the folder of its settings.
     */
    static final String TAKE_PAUSE = """
            for file in "$2/config.toml" "$2/config.toml.in"; do
                [ ! -e "$file" ] || sed -i "s|^\\( *sandbox = \\)'.*'|\\1'$1'|" "$file"
            done
            ctr --namespace k8s.io images label "$1" io.cri-containerd.pinned=pinned > /dev/null""";

    UpgradeImagesPresent(LabContext labContext, Machine machine) {
        super(labContext, machine);
    }

    @Override
    public Probe look(StepContext context) {
        return labContext.guest(machine, context).has(marker()) ? Probe.present("it has the images")
                : Probe.absent("it does not have the images yet");
    }

    @Override
    public Duration usual() {
        return labContext.timeouts().usual(40);
    }

    @Override
    public Duration longest() {
        return labContext.timeouts().equipping();
    }

    @Override
    public void run(StepContext context) {
        if (isDone(context)) {
            return;
        }
        NodePayload payload = labContext.boxes().payload().ensure(LabBundles.fetching(context));
        Guest guest = labContext.guest(machine, context);
        guest.upload(payload.images(), ARCHIVE, "0600", labContext.timeouts().script());
        guest.root(labContext.timeouts().script(), "ctr", "--namespace", "k8s.io", "images", "import", "--local",
                        "--discard-unpacked-layers", ARCHIVE)
                .orFail("guest-command-failed", "containerd on %s did not take the images.".formatted(machine.name()),
                        "Look at free space there: hybridlab exec %s --on %s -- df -h".formatted(labContext.word(),
                                machine.name()));
        guest.remove(ARCHIVE);
        if (machine.kubernetes().equals(labContext.lab().kubernetes())) {
            guest.must("sh", "-c", TAKE_PAUSE, "sh", labContext.bundles().of(machine, LabBundles.fetching(context))
                    .image("pause").reference(), "/etc/containerd");
        }
        guest.write(marker(), "", "0644");
    }

    private String marker() {
        return "/var/lib/hybridlab/images-of-" + labContext.boxes().payload().name();
    }
}
