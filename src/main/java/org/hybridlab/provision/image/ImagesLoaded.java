package org.hybridlab.provision.image;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.artifact.image.ImageCache;
import org.hybridlab.artifact.image.OciImage;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.guest.GuestShell;
import org.hybridlab.host.LoadedImages.LoadedImage;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabContext;

/** A Linux machine's containerd has images that the user loaded. It gets only layers that it has no snapshots of. */
public final class ImagesLoaded extends InMachine {
    private static final Duration EACH = Duration.ofMinutes(20);
    private static final Duration QUICK = Duration.ofMinutes(2);
    private static final String REMOVE = ResourceText.of(ImagesLoaded.class, "remove-images.sh");
    private static final String LOOK = "set -e; ctr -n k8s.io images ls; ctr -n k8s.io snapshots ls";

    private final List<LoadedImage> images;
    private final boolean asked;

    /**
     * @param images for this machine
     * @param asked whether they are new, so that a probe would only take time
     */
    public ImagesLoaded(LabContext labContext, Machine machine, List<LoadedImage> images, boolean asked) {
        super(labContext, machine);
        this.images = List.copyOf(images);
        this.asked = asked;
    }

    /**
     * What containerd has for Kubernetes.
     *
     * @param images digests of manifests by name
     * @param snapshots chain ids of unpacked layers
     */
    public record Seen(Map<String, String> images, Set<String> snapshots) {
        public boolean has(LoadedImage image) {
            return image.digest().equals(images.get(image.name()))
                    && (image.snapshot().isEmpty() || snapshots.contains(image.snapshot()));
        }
    }

    /** @throws LabException {@code images-unknown} if containerd did not say */
    public static Seen seen(GuestShell shell, Cancellation cancellation) {
        String answer = sudo(shell, cancellation, LOOK).orFail("images-unknown", "containerd on %s did not say which "
                .formatted(shell.machine()) + "images it has.", "Run the same command again.").stdout();
        Map<String, String> images = new HashMap<>();
        Set<String> snapshots = new HashSet<>();
        int tables = 0;
        for (String line : answer.lines().toList()) {
            String[] words = line.split("\\s+");
            if (words[0].equals(tables == 0 ? "REF" : "KEY")) {
                tables++;
            } else if (tables == 1 && words.length > 2) {
                images.put(words[0], words[2]);
            } else {
                snapshots.add(words[0]);
            }
        }
        if (tables != 2) {
            throw LabException.labFailed("images-unknown", "containerd on %s did not say which images it has."
                    .formatted(shell.machine()), "Run the same command again.").because("It said: " + answer.strip());
        }
        return new Seen(images, snapshots);
    }

    /** Images that are not there are no error. */
    public static void remove(GuestShell shell, Collection<String> names, Cancellation cancellation) {
        sudo(shell, cancellation, REMOVE, names.toArray(String[]::new)).orFail("image-not-removed",
                "containerd on %s did not remove %s.".formatted(shell.machine(), String.join(", ", names)),
                "Run the same command again.");
    }

    private static Result sudo(GuestShell shell, Cancellation cancellation, String commands, String... arguments) {
        return shell.sudo(Stream.concat(Stream.of("sh", "-c", commands, "sh"), Stream.of(arguments)).toList(),
                Optional.empty(), QUICK, line -> { }, cancellation);
    }

    @Override
    protected Probe look(StepContext context) {
        if (asked) {
            return Probe.unknown("the user asks for it");
        }
        Seen seen = seen(context);
        List<String> lacking = images.stream().filter(image -> !seen.has(image)).map(LoadedImage::name).toList();
        return lacking.isEmpty() ? Probe.present("it has them all")
                : Probe.absent("it lacks " + String.join(", ", lacking));
    }

    private Seen seen(StepContext context) {
        return seen(labContext.shell(machine), context.cancellation());
    }

    @Override
    public Duration longest() {
        return EACH.multipliedBy(images.size());
    }

    @Override
    public void run(StepContext context) {
        Seen seen = seen(context);
        images.stream().filter(image -> !seen.has(image)).forEach(image -> load(image, seen.snapshots(), context));
    }

    /** @param snapshots gets those that it unpacks */
    private void load(LoadedImage image, Set<String> snapshots, StepContext context) {
        Guest guest = labContext.guest(machine, context);
        ImageCache cache = labContext.bundles().images();
        OciImage kept = cache.kept(image.digest()).orElseThrow(() -> LabException.hostNotReady("image-not-kept",
                "%s lacks %s, and this host's cache does not have it any more.".formatted(machine.name(),
                        image.name()), "Load it again: hybridlab image load %1$s %2$s. Or give it up: hybridlab image "
                        .formatted(labContext.word(), image.name()) + "remove %s %s"
                                .formatted(labContext.word(), image.name())));
        long there = kept.layers().stream().filter(layer -> snapshots.contains(layer.chain())).count();
        guest.line("loading %s, %d of %d layers".formatted(image.name(), kept.layers().size() - there,
                kept.layers().size()));
        // One platform by name: the images that a box brings lack the others, too.
        Result imported = guest.feed(EACH, kept.begin(image.name()), cache.blobs(kept, snapshots), "ctr", "-n",
                "k8s.io", "images", "import", "--local", "--discard-unpacked-layers", "--platform",
                "linux/" + image.arch(), "-");
        if (!imported.ok()) {
            // containerd names an image before it has its layers.
            LabException.known(() -> {
                remove(labContext.shell(machine), List.of(image.name()), context.cancellation());
                return true;
            });
        }
        if (!imported.ok() && imported.stderr().contains("no space left on device")) {
            throw LabException.labFailed("machine-disk-full", "The disk of %s has no room for %s.".formatted(
                    machine.name(), image.name()), "Look what fills it: hybridlab exec %s --on %s -- df -h".formatted(
                            labContext.word(), machine.name())).because(imported.stderr().strip());
        }
        imported.orFail("image-not-imported", "containerd on %s did not take %s.".formatted(machine.name(),
                image.name()), "Run the same command again.");
        kept.layers().forEach(layer -> snapshots.add(layer.chain()));
    }
}
